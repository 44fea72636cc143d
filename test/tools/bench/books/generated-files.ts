/** Catalogue files of any size in every format, generated while they are read. */
import { Readable } from 'node:stream';
import { wordOf } from './generated-volumes.ts';

const DESCRIPTION = Array.from({ length: 90 }, (_, place) => wordOf(place)).join(' ');
const CHUNK_CHARACTERS = 64 * 1024;

interface Shape {
  readonly head: string;
  record(place: number): string;
  readonly tail: string;
}

const subfield = (tag: string, code: string, text: string): string =>
  `<datafield tag="${tag}" ind1="1" ind2=" "><subfield code="${code}">${text}</subfield></datafield>`;

const editionLine = (place: number): string => {
  const key = `/books/OL${String(place)}M`;
  const content = {
    type: { key: '/type/edition' },
    key,
    title: `Volume ${String(place)}`,
    authors: [{ key: `/authors/OL${String(place)}A` }],
    description: DESCRIPTION,
  };
  return `/type/edition\t${key}\t1\t2024-01-01T00:00:00\t${JSON.stringify(content)}\n`;
};
const authorLine = (place: number): string => {
  const key = `/authors/OL${String(place)}A`;
  return `/type/author\t${key}\t1\t2024-01-01T00:00:00\t${JSON.stringify({ type: { key: '/type/author' }, key, name: `Author ${String(place)}` })}\n`;
};

export type FileFormat = 'csv' | 'openlibrary' | 'marcxml' | 'onix';

export const SHAPES: Readonly<Record<FileFormat, Shape>> = {
  csv: {
    head: 'id,title,authors,description\n',
    record: (place) => `${String(place)},Volume ${String(place)},Author ${String(place)},"${DESCRIPTION}"\n`,
    tail: '',
  },
  openlibrary: { head: '', record: (place) => authorLine(place) + editionLine(place), tail: '' },
  marcxml: {
    head: '<collection xmlns="http://www.loc.gov/MARC21/slim">',
    record: (place) =>
      `<record><leader>00000cam a2200000 a 4500</leader><controlfield tag="001">${String(place)}</controlfield>${subfield('100', 'a', `Author, ${String(place)}`)}${subfield('245', 'a', `Volume ${String(place)}`)}${subfield('520', 'a', DESCRIPTION)}</record>`,
    tail: '</collection>',
  },
  onix: {
    head: '<ONIXMessage release="3.0">',
    record: (place) =>
      `<Product><RecordReference>${String(place)}</RecordReference><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>Volume ${String(place)}</TitleText></TitleElement></TitleDetail></DescriptiveDetail><CollateralDetail><TextContent><TextType>03</TextType><Text>${DESCRIPTION}</Text></TextContent></CollateralDetail></Product>`,
    tail: '</ONIXMessage>',
  },
};

function* chunks({ head, record, tail }: Shape, bytes: number): Generator<Buffer> {
  let text = head;
  let sent = 0;
  for (let place = 0; sent + text.length < bytes; place += 1) {
    text += record(place);
    if (text.length < CHUNK_CHARACTERS) continue;
    sent += text.length;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + tail);
}

export const generatedFile = (shape: Shape, bytes: number): Readable =>
  Readable.from(chunks(shape, bytes), { objectMode: false });
