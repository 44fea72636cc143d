import { closestMatch } from 'leven';

/** ` Did you mean --port?`, or nothing if no name is similar: at most three letters and half of the word may differ. */
export function didYouMean(text: string, names: readonly string[], prefix = ''): string {
  const maxDistance = Math.min(3, Math.floor(text.length / 2));
  const near =
    names.find((name) => text.length > 1 && name.startsWith(text)) ?? closestMatch(text, names, { maxDistance });
  return near === undefined ? '' : ` Did you mean ${prefix}${near}?`;
}
