/** Answers that are given again and again, such as a page of a search that many make: what is made of them is kept. */
const kept = new WeakMap<object, Map<string, string>>();

/** From now on, texts that are made of this value are kept with it. It must not change any more. */
export function keepTexts<T extends object>(value: T): T {
  kept.set(value, new Map());
  return value;
}

/** The text of a value, made anew unless the value keeps it under this name. */
export function writtenOnce(value: object, name: string, write: () => string): string {
  const texts = kept.get(value);
  const known = texts?.get(name);
  if (known !== undefined) return known;
  const text = write();
  texts?.set(name, text);
  return text;
}
