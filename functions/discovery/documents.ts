/** The generated documents, with the host that the client used. */
import { readFileSync } from 'node:fs';

const PLACEHOLDER = 'https://almanac.invalid';

/** The placeholder that the generator writes for the host. */
export const ROOT_URL = `${PLACEHOLDER}/`;

const texts = new Map<string, string>();

function read(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./documents/${name}`, import.meta.url), 'utf8');
  texts.set(name, text);
  return text;
}

/** `rootUrl` comes from request headers, so it is escaped. */
export const documentFor = (name: string, rootUrl: string): string => {
  const origin = JSON.stringify(rootUrl.replace(/\/$/, '')).slice(1, -1);
  return read(name).replaceAll(PLACEHOLDER, () => origin);
};
