/** Where JSON may hold half of a character that UTF-16 writes in two parts. */
const HALF = /\\u[dD][89a-fA-F]/;

/** Whether all text in a value, read from this JSON, is text: half a character is none, and no database keeps it. */
export function isWholeText(json: string, value: unknown): boolean {
  if (!HALF.test(json)) return true;
  const left = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'string' && !part.isWellFormed()) return false;
    if (typeof part === 'object' && part !== null)
      for (const [name, inner] of Object.entries(part)) left.push(name, inner);
  }
  return true;
}
