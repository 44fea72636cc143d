/** Texts that others wrote. Descriptions may hold HTML: it is shown as text, without its marks, and nothing of it runs. */

const BREAKS = /<(?:br|\/p|\/div|\/li)\s*\/?>/gi;
const TAGS = /<\/?[a-z][^<>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

export const plainText = (html: string): string =>
  html
    .replace(BREAKS, '\n')
    .replace(TAGS, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .trim();

/** Addresses that a click may lead to; `javascript:` and the like are not among them. */
export function safeLink(href: string): string | undefined {
  try {
    const { protocol } = new URL(href);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
