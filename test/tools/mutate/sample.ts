/**
 * Which faults are tried. Each line and each fault draws a lot that follows from the seed and its own text, so the
 * sample stays the same when other files change.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Line {
  readonly file: string;
  readonly line: number;
}

const lot = (...texts: readonly (string | number)[]): string =>
  createHash('sha1').update(texts.join('\0')).digest('hex');

/** So many of the values: those with the lowest lots. */
export function draw<T>(values: readonly T[], count: number, textOf: (value: T) => string, seed: number): T[] {
  const seen = new Map<string, number>();
  return values
    .map((value) => {
      const text = textOf(value);
      const nth = seen.get(text) ?? 0;
      seen.set(text, nth + 1);
      return { value, lot: lot(seed, text, nth) };
    })
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ value }) => value);
}

/** Words, types and closing brackets have no behaviour. */
const hasNoCode = (text: string): boolean =>
  /^\s*($|\/\/|\/?\*|import\b|export (type|interface)\b|(export )?(interface|type)\b|readonly\b|[\])};,]*$)/.test(text);

const filesAt = (path: string): string[] =>
  statSync(path).isDirectory()
    ? globSync('**/*.ts', { cwd: path })
        .map((file) => join(path, file))
        .toSorted()
    : [path];

/** Lines of the source that faults are put into. */
export function sampleLines(path: string, count: number, seed: number): Line[] {
  const all = filesAt(path).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) => (hasNoCode(text) ? [] : [{ file, line: index + 1, text }])),
  );
  return draw(all, count, ({ file, text }) => `${file}\0${text}`, seed).map(({ file, line }) => ({ file, line }));
}
