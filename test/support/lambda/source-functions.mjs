import { pathToFileURL } from 'node:url';

/** Any function from its source, for one process that runs all: the event names the file, and holds what is given. */
export const handler = async ({ file, event }, context) =>
  (await import(pathToFileURL(file).href)).handler(event, context);
