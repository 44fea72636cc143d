/** The simple HTML of blurbs and snippets as text: nothing of it is ever handed to the browser as HTML. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

const decoded = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );

/** Paragraphs, without their tags. */
export const paragraphsOf = (html: string): string[] =>
  html
    .split(/<\/?(?:p|br|div|li|ul|ol|h\d)\b[^>]*>|\n{2,}/i)
    .map((part) => decoded(part.replaceAll(/<[^>]*>/g, '')).trim())
    .filter((part) => part !== '');

export interface TextPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** A snippet, by what was looked for and what stands around it. */
export const snippetParts = (html: string): TextPart[] =>
  html
    .split(/<b>(.*?)<\/b>/is)
    .map((part, index) => ({ text: decoded(part.replaceAll(/<[^>]*>/g, '')), isHit: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
