/** Something asked of the server by a form: under way, done, or refused with the server's sentence. */
import { Declined } from "../session/api.ts";
import { language } from "../words/language.svelte.ts";

export class Errand {
  busy = $state(false);
  /** Why not; empty when nothing was refused. */
  refused = $state("");
  /** What was done, in words. */
  done = $state("");

  async run<T>(ask: () => Promise<T>, then: (answer: T) => string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refused = this.done = "";
    try {
      this.done = then(await ask());
    } catch (problem) {
      this.refused = problem instanceof Declined && problem.why.sentence ? problem.why.sentence : language.words.failed;
    } finally {
      this.busy = false;
    }
  }
}
