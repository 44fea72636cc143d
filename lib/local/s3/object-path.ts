/** The file of an object: its key is its path, so that other programs find it. */
import { hash } from 'node:crypto';

/** Bytes that a name has on common file systems. */
const MAX_NAME_BYTES = 240;
/** What Windows does not allow in a name, and `%`, with which they are written. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[<>:"|?*\\%\u0000-\u001f]/g;

const escaped = (text: string): string => `%${text.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Names that are no files: an empty one, `.`, `..`, and those that end in a dot or a space. */
const safeName = (name: string): string =>
  name === ''
    ? '%'
    : name.replaceAll(UNSAFE, escaped).replace(/^\.{1,2}$|[. ]$/, (end) => [...end].map(escaped).join(''));

/** For keys that cannot be a path beside the others. No other path begins so. */
export const otherPathOf = (key: string): string => `%/${hash('sha256', key)}`;

/** With slashes, below the bucket's folder. */
export function pathOf(key: string): string {
  const names = key.split('/').map(safeName);
  return names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES) ? otherPathOf(key) : names.join('/');
}
