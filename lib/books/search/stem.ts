/** A light stem: words that share one count as the same word outside quotes. */

const hasVowel = (text: string): boolean => /[aeiouy]/.test(text);

const singular = (word: string): string => {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:[sxz]|[cs]h)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
};

/** `hop` of `hopped`, `hope` of `hoped`. */
const withoutEnding = (word: string, root: string): string => {
  if (root.length < 3 || !hasVowel(root)) return word;
  if (/([bdgmnprt])\1$/.test(root)) return root.slice(0, -1);
  return /^[^aeiouy]*[aeiouy][^aeiouywx]$/.test(root) ? `${root}e` : root;
};

const present = (word: string): string => {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('ing')) return withoutEnding(word, word.slice(0, -3));
  return word.endsWith('ed') ? withoutEnding(word, word.slice(0, -2)) : word;
};

/** Only words in plain Latin letters have one; others are their own. */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const root = present(singular(word));
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}
