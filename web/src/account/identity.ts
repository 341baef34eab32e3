/** Who this device is to the server: keep, find again, move, forget. */
import { ask } from "../session/api.ts";
import type { Done, Me, MoveCode } from "../messages.ts";
import type { Face } from "../pieces/faces.ts";
import { preferences } from "../preferences.svelte.ts";
import { remember } from "../storage.ts";
import { language } from "../words/language.svelte.ts";
import type { Lang } from "../words/languages.ts";

const post = <T>(path: string, body: object = {}) => ask<T>("POST", path, language.lang, body);

/** This device is somebody else now: the tables it sat at belong to whom it was. */
function become(me: Me): Me {
  remember("sittings", "[]");
  preferences.name = me.name ?? "";
  preferences.changeFace(me.face ?? "leo");
  return me;
}

export const keep = (name: string, passphrase: string) => post<Me>("/me/keep", { name, passphrase });
export const logIn = (name: string, passphrase: string) =>
  post<Me>("/me/login", { name, passphrase }).then((me) => become(me));
export const changePassphrase = (old: string, wanted: string) => post<Me>("/me/passphrase", { old, new: wanted });
export const askMoveCode = () => post<MoveCode>("/me/code");
export const useMoveCode = (code: string) => post<Me>("/me/move", { code }).then((me) => become(me));
export const tellLanguage = (lang: Lang) => ask<Me>("PATCH", "/me", lang, { lang });
export const tellFace = (face: Face) => ask<Me>("PATCH", "/me", language.lang, { face });
export const blockSeat = (table: string, seat: number) => post<Done>("/blocks", { table, seat });
export const unblockAll = () => ask<Done>("DELETE", "/blocks", language.lang);

/** Afterwards the server makes a new guest of us. */
async function leave(done: Promise<Done>): Promise<Me> {
  await done;
  return become(await ask<Me>("GET", "/me", language.lang));
}
export const logOut = () => leave(post<Done>("/me/logout"));
export const logOutEverywhere = () => leave(post<Done>("/me/logout/everywhere"));
export const deleteMe = () => leave(ask<Done>("DELETE", "/me", language.lang));
