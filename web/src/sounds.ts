/** Small sounds made on the spot: glaze on wood, a kiln bell, a whistle. Never needed, off in one tap. */
import { preferences } from "./preferences.svelte.ts";

let context: AudioContext | null = null;

function note(
  frequency: number,
  at: number,
  seconds: number,
  shape: OscillatorType,
  loudness: number,
  to = frequency,
): void {
  if (!context) return;
  const start = context.currentTime + at;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + seconds);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds + 0.02);
}

const SOUNDS = {
  tile: () => note(820, 0, 0.07, "triangle", 0.12, 520),
  run: () => [0, 0.08].forEach((at) => note(820, at, 0.07, "triangle", 0.12, 520)),
  card: () => note(320, 0, 0.06, "sine", 0.1, 180),
  turn: () =>
    [
      [1046, 0],
      [1568, 0.02],
    ].forEach(([pitch, at]) => note(pitch as number, at as number, 0.7, "sine", 0.05)),
  fanfare: () => [659, 880, 1318].forEach((pitch, at) => note(pitch, at * 0.13, 0.22, "sine", 0.12, pitch * 1.03)),
  snip: () => [0, 0.07].forEach((at) => note(2400, at, 0.03, "square", 0.03, 1500)),
  no: () => note(150, 0, 0.16, "sine", 0.18, 90),
  match: () => [523, 659, 784, 1046].forEach((pitch, at) => note(pitch, at * 0.1, 0.3, "triangle", 0.12)),
  oops: () => [392, 330].forEach((pitch, at) => note(pitch, at * 0.16, 0.2, "sine", 0.08)),
  win: () => [523, 659, 784, 1046, 1318].forEach((pitch, at) => note(pitch, at * 0.14, 0.5, "triangle", 0.1)),
};

export type Sound = keyof typeof SOUNDS;

export function play(sound: Sound): void {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[sound]();
  } catch {
    // no sound device: silence is fine
  }
}

/** One soft voice per animal. */
export function voice(value: number): void {
  if (!preferences.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    const pitch = 196 * 2 ** (((value * 5) % 13) / 12);
    note(pitch, 0, 0.14, value % 2 ? "triangle" : "sine", 0.14, pitch * (value % 3 ? 1.3 : 0.8));
    note(pitch * 1.5, 0.12, 0.18, "sine", 0.08, pitch * (value % 3 ? 1.1 : 1.7));
  } catch {
    // as above
  }
}

/** Said by the browser's own voice, in the language of the page; the next sentence follows, or takes its place. */
export function speak(sentence: string, lang: string, atOnce = false): void {
  if (
    !preferences.sound ||
    !preferences.voice ||
    !("speechSynthesis" in window) ||
    !navigator.userActivation?.hasBeenActive
  )
    return;
  if (atOnce) speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = lang;
  utterance.rate = 0.9;
  speechSynthesis.speak(utterance);
}
