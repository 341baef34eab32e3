/** Playing without a network, in English. */
import type { Spoken } from "../../words/languages.ts";
import type { fr } from "./fr.ts";

export const en: Spoken<typeof fr> = {
  keepTitle: "Keep offline",
  keepHow: "The four games, their bots and the rules, to play on the train.",
  keepGo: (size) => `Keep offline (${size})`,
  keeping: (done, all) => `${done} of ${all}`,
  keepProgress: "Download",
  keptNow: "Everything is on this device: the games, their bots and the rules open without a network.",
  keptLoosely: "The browser may delete it when space runs out; adding Tuilerie to the home screen prevents that.",
  keepFailed: "The download broke off, or there is no room left. Make some room, then try again.",
  keepLater: "The games for this device are being prepared on the server. Come back in a few minutes.",
  keepInsecure:
    "Browsers keep pages offline only from an https address. On a home network, open Tuilerie on the computer that " +
    "hosts it, at localhost, or give the server a certificate.",
  keepImpossible: "This browser is too old to play offline; online, everything works.",
  offlineTitle: "Offline: you can still play.",
  offlineHow: "Bots, one screen for all, lessons and rules are on this device. Inviting waits for the network.",
  offlineNothing: "Offline: the games are not on this device yet.",
  offlineNothingHow: "Rules and lessons open. Once the network is back, “Keep offline” brings the games here too.",
  inviteLater: (game) => `Invite friends to ${game}, once the network is back`,
  updateTitle: "A new version is ready.",
  updateHow: "Games in progress go on there.",
  updateGo: "Go over to the new version",
  noEngine: "This device could not get the table ready: the browser is too old, or it refuses to keep games.",
};
