/** Any function from its source, for one process that runs all: the event names the file, and holds what is given. */
export const handler = async ({ file, event }, context) => (await import(file)).handler(event, context);
