/** Records of an XML file, one small tree at a time; the file itself is never held. */
import { SaxesParser } from 'saxes';
import type { TextInput } from '#lib/books/import/file/encoding';
import { type XmlPiece, xmlPieces } from './scan.ts';

export interface XmlElement {
  /** Local name in lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

type Parsed = { readonly element: XmlElement } | { readonly problem: string };
export type XmlRecord = { readonly position: number } & Parsed;

/** Records of libraries nest ten elements at the most. */
const DEEPEST = 100;

/** The parser only notices that the record does not end. */
const BARE_AMPERSAND = /&(?!#?\w+;)/;
const textBeforeAmpersand = (text: string): string | undefined => {
  const at = text.search(BARE_AMPERSAND);
  return at < 0 ? undefined : text.slice(0, at);
};

const localName = (name: string): string => (name.split(':').at(-1) ?? name).toLowerCase();

function parse({ text, line }: XmlPiece): Parsed {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let problem: string | undefined;
  const refuse = (reason: string): void => {
    problem ??= `Line ${String(line + parser.line - 1)}: ${reason}`;
  };
  // The parser counts lines of the record; its own prefix would mislead.
  parser.on('error', ({ message }) => {
    refuse(message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: localName(name), attributes: attributes as Record<string, string>, children: [], text: '' };
    if (open.length >= DEEPEST) refuse('the record nests too deep.');
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const beforeAmpersand = problem === undefined ? undefined : textBeforeAmpersand(text);
  if (beforeAmpersand !== undefined) {
    const at = line + beforeAmpersand.split('\n').length - 1;
    return { problem: `Line ${String(at)}: an & stands for itself; XML writes it &amp;.` };
  }
  return problem === undefined && root !== undefined
    ? { element: root }
    : { problem: problem ?? 'There is nothing in the record.' };
}

/** Elements with the given name, numbered from 1; what breaks the rules of XML spoils only the record it stands in. */
export async function* xmlRecords(input: TextInput, recordName: string): AsyncGenerator<XmlRecord> {
  let position = 0;
  for await (const piece of xmlPieces(input, recordName)) {
    position += 1;
    yield piece.problem === undefined
      ? { position, ...parse(piece) }
      : { position, problem: `Line ${String(piece.line)}: ${piece.problem}` };
  }
}

export const childrenOf = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] =>
  element?.children.filter(({ name }) => names.includes(name)) ?? [];
export const textOf = (element: XmlElement | undefined): string | undefined => element?.text.trim() || undefined;
