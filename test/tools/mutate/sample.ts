/** Lines of the source that faults are put into. */
import { globSync, readFileSync, statSync } from 'node:fs';
import type { Random } from '#test/tools/shared/random';

export interface Line {
  readonly file: string;
  readonly line: number;
}

/** Words, types and closing brackets have no behaviour. */
const hasNoCode = (text: string): boolean =>
  /^\s*($|\/\/|\/?\*|import\b|export (type|interface)\b|(export )?(interface|type)\b|readonly\b|[\])};,]*$)/.test(text);

const filesAt = (path: string): string[] =>
  statSync(path).isDirectory() ? globSync(`${path}/**/*.ts`).toSorted() : [path];

export function sampleLines(paths: readonly string[], count: number, random: Random): Line[] {
  const all = paths.flatMap(filesAt).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) => (hasNoCode(text) ? [] : [{ file, line: index + 1 }])),
  );
  const shuffled = all.map((line) => ({ line, at: random.fraction() })).toSorted((a, b) => a.at - b.at);
  return shuffled.slice(0, count).map(({ line }) => line);
}
