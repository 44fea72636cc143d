/** Any function from its source, for a process that runs all of them: the event names the file, and holds what the function is given. */
export const handler = async ({ file, event }, context) => (await import(file)).handler(event, context);
