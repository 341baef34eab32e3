/** A study as a link (all of it stands behind the hash, which no server sees), or as a file. */
import { router } from "../router.svelte.ts";
import { packed } from "./packing.ts";
import type { Study } from "./study.ts";

export const linkTo = async (study: Study): Promise<string> =>
  `${router.link("/otherwise")}#${await packed(JSON.stringify(study))}`;

export function saveFile(study: Study): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(study)}\n`], { type: "application/json" }));
  link.download = `${study.record.game}-${study.at}.study.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
