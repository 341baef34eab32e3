/** Where things lie. An export (`tuilerie export`) has no server behind it, and may lie in any folder of any site. */

/** Plain files: no server answers, and pages are told apart by what follows the hash. */
export const isStatic = globalThis.document?.documentElement.dataset["server"] === "none";

/** The folder that everything lies in, as an address with a slash at its end. */
export const home = globalThis.location
  ? new URL(isStatic ? "./" : "/", location.href.split("#")[0]).href
  : "http://localhost/";

/** Where a question of the HTTP API goes. What never changes lies in an export as a file. */
export const apiAddress = (path: string): string => (isStatic ? `${home}api/1${path}.json` : `/api/1${path}`);
