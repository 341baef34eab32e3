/** A study as a link (all of it stands behind the hash, which no server sees), or as a file. */
import { router } from "../router.svelte.ts";
import type { Study } from "./study.ts";

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  change: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(change as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(code: string): Promise<string | null> {
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

export const linkTo = async (study: Study): Promise<string> =>
  `${router.link("/otherwise")}#${await packed(JSON.stringify(study))}`;

export function saveFile(study: Study): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(study)}\n`], { type: "application/json" }));
  link.download = `${study.record.game}-${study.at}.study.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
