/** The hosts of Google that clients insist on, and that the local stack can answer for. */

export const HOST_NAMES: readonly string[] = [
  '*.googleapis.com',
  'accounts.google.com',
  'oauth2.googleapis.com',
  'localhost',
];

/** A star stands for one label, as in certificates. */
export const isHostName = (name: string): boolean =>
  HOST_NAMES.some((known) =>
    known.startsWith('*.') ? /^[a-z0-9-]+$/i.test(prefixOf(name, known.slice(1))) : known === name.toLowerCase(),
  );

const prefixOf = (name: string, ending: string): string =>
  name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : '';
