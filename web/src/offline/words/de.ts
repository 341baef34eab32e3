/** Spielen ohne Netz, auf Deutsch. */
import type { Spoken } from "../../words/languages.ts";
import type { fr } from "./fr.ts";

export const de: Spoken<typeof fr> = {
  keepTitle: "Offline behalten",
  keepHow: "Die vier Spiele, ihre Bots und die Regeln, zum Spielen im Zug.",
  keepGo: (size) => `Offline behalten (${size})`,
  keeping: (done, all) => `${done} von ${all}`,
  keepProgress: "Download",
  keptNow: "Alles ist auf diesem Gerät: Die Spiele, ihre Bots und die Regeln öffnen sich ohne Netz.",
  keptLoosely: "Fehlt Platz, darf der Browser es löschen; auf dem Startbildschirm ist Tuilerie davor sicher.",
  keepFailed: "Der Download ist abgebrochen, oder es fehlt Platz. Schaffe Platz und versuche es noch einmal.",
  keepLater: "Die Spiele für dieses Gerät werden auf dem Server vorbereitet. Schau in ein paar Minuten wieder vorbei.",
  keepInsecure:
    "Browser behalten Seiten nur von einer https-Adresse. Öffne Tuilerie im Heimnetz auf dem Rechner, auf dem es " +
    "läuft, unter localhost, oder gib dem Server ein Zertifikat.",
  keepImpossible: "Dieser Browser ist zu alt, um offline zu spielen; online geht alles.",
  offlineTitle: "Offline: Gespielt wird trotzdem.",
  offlineHow: "Bots, ein Gerät für alle, Übungen und Regeln sind auf diesem Gerät. Einladen geht wieder mit Netz.",
  offlineNothing: "Offline: Die Spiele sind noch nicht auf diesem Gerät.",
  offlineNothingHow: "Regeln und Übungen öffnen sich. Mit Netz holt „Offline behalten“ auch die Spiele hierher.",
  inviteLater: (game) => `Freunde zu ${game} einladen, sobald das Netz wieder da ist`,
  updateTitle: "Eine neue Version ist bereit.",
  updateHow: "Laufende Partien gehen dort weiter.",
  updateGo: "Zur neuen Version wechseln",
  noEngine: "Dieses Gerät konnte den Tisch nicht vorbereiten: Der Browser ist zu alt oder will keine Partien behalten.",
};
