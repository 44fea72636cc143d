import { calendar } from './en/calendar.ts';
import { library } from './en/library.ts';
import { reports } from './en/reports.ts';
import { workshop } from './en/workshop.ts';

/** Every word of the console, by page. A translation is a file of the same shape. */
export const en = {
  common: {
    product: 'Almanac',
    skip: 'Skip to the content',
    pages: 'Pages',
    loading: 'Loading…',
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    delete: 'Delete',
    copy: 'Copy',
    copied: 'Copied.',
    cannotCopy: 'The browser does not let the console copy. Take the text that is marked.',
    undo: 'Undo',
    tryAgain: 'Try again',
    yes: 'Yes',
    no: 'No',
    more: 'More',
    search: 'Search',
    notFoundTitle: 'There is no such page',
    notFound: 'The address leads nowhere in this console.',
    failedTitle: 'This page could not be loaded',
    failed: (reason: string) => `It did not work: ${reason}`,
    offline: 'Offline. You see what was loaded last; changes have to wait.',
    noAnswer: 'The service did not answer. Nothing was changed.',
    forbidden: 'You may not do that here.',
    tooMany: 'Too many requests in a short time. Try again in a minute.',
    unexpected: 'The service could not do that.',
  },
  shell: {
    account: 'You and this console',
    theme: 'Appearance',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    switchAccount: 'Use another account',
    signOut: 'Sign out',
    documentation: 'Operations for programs',
    calendar: 'Calendar',
    library: 'Library',
    reports: 'Reports',
    workshop: 'Workshop',
  },
  signIn: {
    title: 'Your calendar, your books, your reports',
    text: 'Sign in to see them. The console keeps no password and no token in this browser.',
    button: 'Sign in',
    unavailableTitle: 'Nobody can sign in here yet',
    unavailable: 'This stage names no issuer for the console: deploy it with signIn=on, or set consoleSignIn.',
  },
  calendar,
  library,
  reports,
  workshop,
};
