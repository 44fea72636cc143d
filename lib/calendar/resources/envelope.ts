/** Fields that look the same on every resource. */
import { string, withDefault } from '#lib/api/schema';

export const kind = (name: string) =>
  withDefault(string(`Says what this is: always \`${name}\`.`, { readOnly: true }), name);
export const etag = string('Changes whenever the content does.', { readOnly: true });

/** The end of a page carries one or the other. */
export const pageTokens = {
  nextPageToken: string('Token for the next page; absent on the last page.'),
  nextSyncToken: string('Token for what changes after this list; only on the last page.'),
};
