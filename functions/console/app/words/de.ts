import { calendar } from './de/calendar.ts';
import { library } from './de/library.ts';
import { reports } from './de/reports.ts';
import { workshop } from './de/workshop.ts';
import type { Words } from './shape.ts';

export const de: Words = {
  common: {
    product: 'Almanac',
    skip: 'Zum Inhalt',
    pages: 'Seiten',
    loading: 'Wird geladen …',
    cancel: 'Abbrechen',
    close: 'Schließen',
    save: 'Speichern',
    delete: 'Löschen',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    cannotCopy: 'Der Browser lässt die Konsole nicht kopieren. Der Text ist markiert.',
    undo: 'Rückgängig',
    tryAgain: 'Noch einmal',
    yes: 'Ja',
    no: 'Nein',
    more: 'Mehr',
    search: 'Suchen',
    notFoundTitle: 'Diese Seite gibt es nicht',
    notFound: 'Die Adresse führt in dieser Konsole nirgendwohin.',
    failedTitle: 'Die Seite ließ sich nicht laden',
    failed: (reason) => `Das ging nicht: ${reason}`,
    offline: 'Offline. Zu sehen ist, was zuletzt geladen wurde; Änderungen müssen warten.',
    codeGone:
      'Dieser Teil der Seite konnte nicht geladen werden. Wurde der Dienst gerade erneuert, hilft es, die Seite neu zu laden.',
    noAnswer: 'Der Dienst hat nicht geantwortet. Nichts wurde geändert.',
    forbidden: 'Das ist hier nicht erlaubt.',
    tooMany: 'Zu viele Anfragen in kurzer Zeit. In einer Minute geht es wieder.',
    unexpected: 'Der Dienst konnte das nicht tun.',
  },
  shell: {
    account: 'Konto und Konsole',
    theme: 'Darstellung',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    switchAccount: 'Anderes Konto verwenden',
    signOut: 'Abmelden',
    documentation: 'Operationen für Programme',
    calendar: 'Kalender',
    library: 'Bibliothek',
    reports: 'Berichte',
    workshop: 'Werkstatt',
  },
  signIn: {
    title: 'Dein Kalender, deine Bücher, deine Berichte',
    text: 'Melde dich an, um sie zu sehen. Die Konsole behält weder Passwort noch Token in diesem Browser.',
    button: 'Anmelden',
    unavailableTitle: 'Hier kann sich noch niemand anmelden',
    unavailable: 'Diese Stage nennt keinen Aussteller für die Konsole: signIn=on oder consoleSignIn setzen.',
  },
  calendar,
  library,
  reports,
  workshop,
};
