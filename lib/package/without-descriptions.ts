/**
 * Removes descriptions from declarations when bundling: they are published in generated documents, functions do not
 * need them.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const IMPORTED = /import \{([^}]*)\} from '(?:#lib\/api\/schema|\.\/schema\.ts)';/;
const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'`;

/** The functions of `lib/api/schema` that take a description, and the arguments before it. */
const DESCRIBED = [
  {
    words: [
      'any',
      'array',
      'boolean',
      'date',
      'dateTime',
      'int64',
      'integer',
      'number',
      'object',
      'oneOf',
      'record',
      'string',
    ],
    between: String.raw`\(\s*`,
  },
  { words: ['resource'], between: String.raw`\(\s*${TEXT},\s*` },
];

/** The source with empty descriptions. */
export function withoutDescriptions(source: string): string {
  const imported =
    IMPORTED.exec(source)?.[1]
      ?.split(',')
      .map((word) => word.trim()) ?? [];
  let text = source;
  for (const { words, between } of DESCRIBED) {
    const used = words.filter((word) => imported.includes(word));
    if (used.length > 0)
      text = text.replaceAll(new RegExp(String.raw`((?<![.\w])(?:${used.join('|')})${between})${TEXT}`, 'g'), "$1''");
  }
  return text;
}

export const removeDescriptions: Plugin = {
  name: 'leave-descriptions',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:lib|functions)[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withoutDescriptions(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
