/** Jouer sans réseau, en français. */

export const fr = {
  keepTitle: "Garder hors ligne",
  keepHow: "Les quatre jeux, leurs robots et les règles, pour jouer dans le train.",
  keepGo: (size: string) => `Garder hors ligne (${size})`,
  keeping: (done: string, all: string) => `${done} sur ${all}`,
  keepProgress: "Téléchargement",
  keptNow: "Tout est dans cet appareil : les jeux, leurs robots et les règles s’ouvrent sans réseau.",
  keptLoosely: "Le navigateur peut l’effacer s’il manque de place ; ajouter Tuilerie à l’écran d’accueil l’en empêche.",
  keepFailed: "Le téléchargement s’est interrompu, ou il manque de place. Libérez de la place, puis essayez à nouveau.",
  keepLater: "Les jeux pour cet appareil sont en préparation sur le serveur. Revenez dans quelques minutes.",
  keepInsecure:
    "Le navigateur ne garde de pages hors ligne qu’avec une adresse en https. Sur un réseau de maison, ouvrez " +
    "Tuilerie sur l’ordinateur qui l’héberge, à l’adresse localhost, ou donnez un certificat au serveur.",
  keepImpossible: "Ce navigateur est trop ancien pour jouer hors ligne ; en ligne, tout fonctionne.",
  offlineTitle: "Hors ligne : tout se joue quand même.",
  offlineHow: "Robots, même écran, leçons et règles sont dans cet appareil. Pour inviter, on attend le réseau.",
  offlineNothing: "Hors ligne : les jeux ne sont pas encore dans cet appareil.",
  offlineNothingHow: "Règles et leçons s’ouvrent. Au retour du réseau, « Garder hors ligne » y met aussi les jeux.",
  inviteLater: (game: string) => `Inviter des amis à ${game}, au retour du réseau`,
  updateTitle: "Une nouvelle version est prête.",
  updateHow: "Les parties en cours s’y poursuivent.",
  updateGo: "Passer à la nouvelle version",
  noEngine:
    "Cet appareil n’a pas pu préparer la table : le navigateur est trop ancien, ou il refuse de garder les parties.",
};
