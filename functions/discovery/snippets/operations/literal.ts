/** Values as they are written in a program. */
import type { Json } from './sample-request.ts';

/** What JavaScript and Python spell differently. */
export interface Spelling {
  key(name: string): string;
  readonly true: string;
  readonly false: string;
  readonly null: string;
  text(value: string): string;
  /** Between the braces of an object on one line. */
  readonly padding: string;
  /** After the last part of an object on several lines. */
  readonly last: ',' | '';
}

const MAX_WIDTH = 90;

export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

export const JAVASCRIPT: Spelling = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
  true: 'true',
  false: 'false',
  null: 'null',
  text: quoted,
  padding: ' ',
  last: ',',
};

export const PYTHON: Spelling = {
  key: quoted,
  true: 'True',
  false: 'False',
  null: 'None',
  text: quoted,
  padding: '',
  last: ',',
};

export const JSON_TEXT: Spelling = {
  ...JAVASCRIPT,
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  last: '',
};

function enclosed(braces: '[]' | '{}', parts: readonly string[], { padding, last }: Spelling, indent: string): string {
  const [open = '', close = ''] = braces;
  const space = braces === '{}' ? padding : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (parts.length === 0) return `${open}${close}`;
  if (line.length + indent.length <= MAX_WIDTH && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${indent}  ${part}`).join(',\n');
  return `${open}\n${lines}${last}\n${indent}${close}`;
}

/** On one line where it fits, else one line for each of its parts. */
export function literal(value: Json, spelling: Spelling, indent = ''): string {
  if (value === null) return spelling.null;
  if (typeof value === 'boolean') return value ? spelling.true : spelling.false;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return spelling.text(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => literal(item, spelling, deeper));
    return enclosed('[]', items, spelling, indent);
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${spelling.key(name)}: ${literal(field, spelling, deeper)}`,
  );
  return enclosed('{}', fields, spelling, indent);
}
