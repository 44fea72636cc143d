/** The generated documents, with the host that the client used. */
import { readFileSync } from 'node:fs';
import { withRootUrl } from '#lib/api/documents/root-url';

const texts = new Map<string, string>();

function read(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./documents/${name}`, import.meta.url), 'utf8');
  texts.set(name, text);
  return text;
}

export const documentFor = (name: string, rootUrl: string): string => withRootUrl(read(name), rootUrl);
