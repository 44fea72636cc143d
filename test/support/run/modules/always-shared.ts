/** Modules that all test files of a worker share, also those with modules of their own. */

/** They read no variables, and what they keep is good for every file; tests set what `outgoing-calls` keeps. */
const FOLDERS = [
  'ads',
  'api(?!/process/outgoing-calls)',
  'books',
  'calendar',
  'command/startup-error',
  'local/database/embedded/(?:commands|expressions|storage|values)',
  'middleware',
  'oauth',
  'pull',
  'stores/dynamodb/client/exceptions',
  'upstream',
  'webhook',
];
const SHARED = new RegExp(`^(?:${FOLDERS.join('|')})[./]`);
const LIB = new URL('../../../../lib/', import.meta.url).href;

export const isAlwaysShared = (url: string): boolean => url.startsWith(LIB) && SHARED.test(url.slice(LIB.length));
