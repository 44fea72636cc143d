/**
 * Binary MARC 21 (ISO 2709): a leader of 24 bytes, a directory with 12 bytes for each field, the fields.
 * https://www.loc.gov/marc/specifications/specrecstruc.html. The packages for it read UTF-8 alone and end at the first
 * damaged record.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { ByteInput } from '#lib/books/import/file/encoding';
import { LEADER } from '#lib/books/import/file/formats';
import { type ReadRecord, readRecord } from '#lib/books/import/record/record';
import { catalogueRecordOf } from './mapping.ts';
import type { MarcField, MarcRecord } from './marc-record.ts';

const RECORD_END = 0x1d;
const FIELD_END = 0x1e;
const ESCAPE = 0x1b;
const SUBFIELD = '\x1f';
const LEADER_LENGTH = 24;
const ENTRY_LENGTH = 12;
/** Ten times what the format can say: five digits. */
const MAX_RECORD_BYTES = 1_000_000;

const latin1 = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);
const isLeader = (bytes: Buffer, at: number): boolean => LEADER.test(latin1(bytes, at, at + LEADER_LENGTH));

type Decode = (bytes: Buffer) => string;

const decodeUtf8: Decode = (bytes) => bytes.toString('utf8').normalize('NFC');

/** Byte 9 of the leader says which it is; some programs write UTF-8 and leave it blank. */
async function decoderFor(record: Buffer): Promise<{ decode: Decode; warnings: string[] }> {
  if (latin1(record, 9, 10) === 'a') return { decode: decodeUtf8, warnings: [] };
  const isCoded = record.includes(ESCAPE) || record.includes('&#x');
  if (isAscii(record) && !isCoded) return { decode: decodeUtf8, warnings: [] };
  if (isUtf8(record) && !isCoded)
    return { decode: decodeUtf8, warnings: ['The leader says MARC-8; the record was read as UTF-8, which it is.'] };
  // The tables are large, and most files do without them.
  const { decodeMarc8 } = await import('./marc8.ts');
  return { decode: decodeMarc8, warnings: [] };
}

interface Entry {
  readonly tag: string;
  readonly bytes: Buffer;
}

/** The fields as the directory cuts them, or where that does not fit, as they end; undefined when neither works. */
function entriesOf(record: Buffer): Entry[] | undefined {
  const directoryEnd = record.indexOf(FIELD_END);
  const directory = latin1(record, LEADER_LENGTH, directoryEnd);
  if (directoryEnd < 0 || directory.length % ENTRY_LENGTH !== 0) return undefined;
  const places = directory.match(/.{12}/gs) ?? [];
  const data = record.subarray(directoryEnd + 1);
  const cut = places.map((place) => {
    const [length, start] = [Number(place.slice(3, 7)), Number(place.slice(7, 12))];
    return { tag: place.slice(0, 3), bytes: data.subarray(start, start + length) };
  });
  const trim = ({ tag, bytes }: Entry): Entry => ({ tag, bytes: bytes.subarray(0, -1) });
  if (cut.every(({ bytes }) => bytes.at(-1) === FIELD_END && bytes.indexOf(FIELD_END) === bytes.length - 1))
    return cut.map(trim);
  // Lengths that were counted in characters instead of bytes.
  const ends: Buffer[] = [];
  for (let from = 0, to = data.indexOf(FIELD_END); to >= 0; from = to + 1, to = data.indexOf(FIELD_END, from))
    ends.push(data.subarray(from, to));
  return ends.length === places.length
    ? places.map((place, index) => ({ tag: place.slice(0, 3), bytes: ends[index] ?? Buffer.alloc(0) }))
    : undefined;
}

const fieldOf = (tag: string, bytes: Buffer, decode: Decode): MarcField => {
  const [indicators = Buffer.alloc(0), ...subfields] = splitAt(bytes, SUBFIELD.charCodeAt(0));
  return {
    tag,
    indicators: indicators.toString('latin1').padEnd(2).slice(0, 2),
    subfields: subfields.map((part) => ({ code: latin1(part, 0, 1), text: decode(part.subarray(1)) })),
  };
};

function splitAt(bytes: Buffer, separator: number): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let to = bytes.indexOf(separator); to >= 0; to = bytes.indexOf(separator, from)) {
    parts.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return [...parts, bytes.subarray(from)];
}

async function readBinary(record: Buffer, position: number): Promise<ReadRecord> {
  if (!isLeader(record, 0)) return { position, refused: 'The record does not begin with a leader of MARC 21.' };
  const entries = entriesOf(record);
  if (entries === undefined) return { position, refused: "The record's directory does not fit its fields." };
  const { decode, warnings } = await decoderFor(record);
  const marc: MarcRecord = {
    leader: latin1(record, 0, LEADER_LENGTH),
    controls: entries.flatMap(({ tag, bytes }) => (tag.startsWith('00') ? { tag, text: decode(bytes) } : [])),
    fields: entries.flatMap(({ tag, bytes }) => (tag.startsWith('00') ? [] : fieldOf(tag, bytes, decode))),
  };
  return readRecord(catalogueRecordOf(marc), position, warnings);
}

/** Without the line ends that some programs write between records. */
function withoutBlanks(bytes: Buffer): Buffer {
  let from = 0;
  while ((bytes[from] ?? 0x21) <= 0x20) from += 1;
  return bytes.subarray(from);
}

/** A field cannot begin like this; a record that follows one without an end does. */
const NEXT_LEADER = new RegExp(String.raw`\x1e\s*(?=${LEADER.source.slice(1)})`);

/** One record, or several where the first ones have lost their ends. */
function* separated(bytes: Buffer): Generator<Buffer> {
  let rest = withoutBlanks(bytes);
  while (rest.length > 0) {
    const next = NEXT_LEADER.exec(rest.toString('latin1'));
    const end = next === null ? rest.length : next.index + 1;
    yield rest.subarray(0, end);
    rest = withoutBlanks(rest.subarray(end));
  }
}

/** Positions are record numbers. What is damaged spoils only its own record. */
export async function* readMarc(input: ByteInput): AsyncGenerator<ReadRecord> {
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  for await (const chunk of input) {
    const pieces = splitAt(Buffer.concat([rest, chunk]), RECORD_END);
    rest = pieces.pop() ?? Buffer.alloc(0);
    if (rest.length > MAX_RECORD_BYTES)
      throw new Error(`Record ${String(position + 1)} is longer than a million bytes.`);
    for (const piece of pieces)
      for (const record of separated(piece)) {
        position += 1;
        yield await readBinary(record, position);
      }
  }
  for (const record of separated(rest)) {
    position += 1;
    yield record.at(-1) === FIELD_END
      ? await readBinary(record, position)
      : { position, refused: 'The file ends inside this record.' };
  }
}
