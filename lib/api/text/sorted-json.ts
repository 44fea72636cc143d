/** As many names as the resources of all services have; names that users choose are beyond it. */
const MAX_NAMES = 1000;
/** Names as JSON. */
const quoted = new Map<string, string>();

function quote(name: string): string {
  const known = quoted.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (quoted.size < MAX_NAMES) quoted.set(name, text);
  return text;
}

/**
 * JSON with the names of every object in order, and without what is undefined: the same text for the same value. Maps
 * come out of the database in any order, so nothing that is hashed or compared may depend on it.
 */
export function sortedJson(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(fields).sort())
    if (fields[name] !== undefined) text += `${text === '' ? '' : ','}${quote(name)}:${sortedJson(fields[name])}`;
  return `{${text}}`;
}
