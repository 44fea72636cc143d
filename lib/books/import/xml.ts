/** Records of an XML file, one small tree at a time; the file itself is never held. */
import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { MAX_RECORD_LENGTH } from './lines.ts';

export interface XmlElement {
  /** Local name in lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

export type XmlRecord = { readonly position: number } & (
  | { readonly element: XmlElement }
  | { readonly problem: string }
);

/** Records of libraries nest ten elements at the most. */
const DEEPEST = 100;

const localName = (name: string): string => (name.split(':').at(-1) ?? name).toLowerCase();

/** Elements with the given name, numbered from 1; what breaks the rules of XML spoils only the record it stands in. */
export async function* xmlRecords(input: Readable, recordName: string): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser();
  const ready: XmlRecord[] = [];
  const open: XmlElement[] = [];
  let position = 0;
  let problem: string | undefined;

  parser.on('error', (error) => {
    if (position > 0 || open.length > 0) problem ??= error.message;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: localName(name), attributes: attributes as Record<string, string>, children: [], text: '' };
    if (open.length === 0) {
      if (element.name !== recordName) return;
      position += 1;
      problem = undefined;
    } else open.at(-1)?.children.push(element);
    if (open.length === DEEPEST) throw new Error(`Record ${String(position)} nests too deep.`);
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined || open.length > 0) return;
    ready.push(problem === undefined ? { position, element } : { position, problem });
    problem = undefined;
  });

  const decoder = new TextDecoder();
  let unread = 0;
  for await (const chunk of input) {
    const text = decoder.decode(chunk as Uint8Array, { stream: true });
    parser.write(text);
    unread = ready.length > 0 ? 0 : unread + text.length;
    if (unread > MAX_RECORD_LENGTH) throw new Error(`Record ${String(position)} is longer than 16 million characters.`);
    yield* ready.splice(0);
  }
  parser.close();
  yield* ready.splice(0);
  if (open.length > 0) yield { position, problem: 'The file ends inside this record.' };
}

export const childrenOf = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] =>
  element?.children.filter(({ name }) => names.includes(name)) ?? [];
export const textOf = (element: XmlElement | undefined): string | undefined => element?.text.trim() || undefined;
