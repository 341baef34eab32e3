/** The files of a zip archive in which nothing is compressed, as `tuilerie.browser.packing` writes it. */
export interface ArchivedFile {
  name: string;
  data: Uint8Array;
}

const END = 0x06054b50;
const END_SIZE = 22; // without a comment
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;

export function filesIn(archive: Uint8Array): ArchivedFile[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - END_SIZE;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("not an archive");
  const names = new TextDecoder();
  const found: ArchivedFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY || view.getUint16(at + 10, true) !== 0)
      throw new Error("not a plain archive");
    const [size, length] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true)];
    const local = view.getUint32(at + 42, true);
    const begin = local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const name = names.decode(archive.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + length));
    found.push({ name, data: archive.subarray(begin, begin + size) });
    at += ENTRY_SIZE + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}
