/**
 * Every parser of text that a caller or a file can choose, with texts that are hard on parsers: many beginnings
 * without an end, long runs of one character, many small pieces.
 */
import { Readable } from 'node:stream';
import { parseTags } from '#lib/api/etag';
import { parseFields } from '#lib/api/fields';
import { boundaryOf, readWrittenRequest, splitParts } from '#lib/api/multipart';
import { parseExactly } from '#lib/api/text/exact-json';
import { isDeeperThan } from '#lib/api/text/json-depth';
import { readCsv } from '#lib/books/import/csv';
import { readOpenLibrary } from '#lib/books/import/json/openlibrary';
import { readMarcXml } from '#lib/books/import/marc/marcxml';
import { readDate } from '#lib/books/import/record/dates';
import { readRecord } from '#lib/books/import/record/record';
import { readOnix } from '#lib/books/import/xml/onix';
import { identifierKey } from '#lib/books/model/identifiers';
import { matchExpression } from '#lib/books/search/expression';
import { parseQuery } from '#lib/books/search/query';
import { snippetWriter } from '#lib/books/search/snippet';
import { fieldText } from '#lib/books/search/words';
import { plainText } from '#lib/books/volumes/representation';
import { isAddress } from '#lib/calendar/access/acl-rule';
import { readAddress } from '#lib/calendar/events/body/attendees';
import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
import { blocksOf, BlockReader } from '#lib/calendar/ics/content-lines';
import { readCalendar } from '#lib/calendar/ics/read-calendar';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { parseRecurrence } from '#lib/calendar/recurrence/lines';
import { readRule } from '#lib/calendar/recurrence/rule';
import { parseTimestamp } from '#lib/calendar/time/timestamp';

export interface HostileText {
  readonly name: string;
  /** A text of about so many characters. */
  readonly make: (size: number) => string;
  readonly parse: (text: string) => unknown;
  /** Longer texts are refused. */
  readonly longest?: number;
}

const repeated =
  (piece: string, before = '', after = '') =>
  (size: number): string =>
    before + piece.repeat(Math.ceil(size / piece.length)) + after;

const stream = (text: string): Readable => Readable.from([Buffer.from(text)]);

async function readAll(records: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const record of records) count += Number(record !== undefined);
  return count;
}
const marc = (tag: string, code: string) => (text: string) =>
  readAll(
    readMarcXml(
      stream(
        `<collection><record><datafield tag="245"><subfield code="a">T</subfield></datafield>` +
          `<datafield tag="${tag}"><subfield code="${code}">${text}</subfield></datafield></record></collection>`,
      ),
    ),
  );
const NO_REFERENCES = { put: () => undefined, get: () => undefined, close: () => undefined };
const openLibrary = (field: string) => (text: string) =>
  readAll(
    readOpenLibrary(
      stream(`/type/edition\t/books/1\t1\t2020\t${JSON.stringify({ key: '/books/1', title: 'T', [field]: text })}\n`),
      NO_REFERENCES,
    ),
  );
const start = { dateTime: '2026-01-01T10:00:00Z', timeZone: 'UTC' };
const event = (line: string): string =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T100000Z\r\n${line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
/** A refusal is an answer, too. */
const tried =
  (parse: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return parse(text);
    } catch {
      return undefined;
    }
  };

const of = (
  name: string,
  parse: HostileText['parse'],
  makes: Readonly<Record<string, HostileText['make']>>,
  longest?: number,
) =>
  Object.entries(makes).map(([kind, make]): HostileText => ({
    name: `${name}: ${kind}`,
    make,
    parse: tried(parse),
    ...(longest !== undefined && { longest }),
  }));

const QUERIES = {
  words: repeated('a '),
  quotes: repeated('" '),
  exclusions: repeated('-a '),
  unions: repeated('a|'),
  hyphens: repeated('a-'),
  initials: repeated('a.'),
  apostrophes: repeated("a'"),
  Chinese: repeated('一'),
};
const MARKUP = {
  'tags that never end': repeated('<'),
  'blocks that never end': repeated('<br'),
  tags: repeated('<p>a'),
  entities: repeated('&lt;'),
  spaces: repeated(' ', 'a', 'a'),
};
const RUNS = { spaces: repeated(' ', 'a', 'a'), digits: repeated('1'), commas: repeated(', ', 'a', 'a') };

export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...of('q of books', (text) => matchExpression(parseQuery(text), () => []), QUERIES, 2048),
  ...of('words of a volume', (text) => fieldText([text], { areNames: true }), QUERIES),
  ...of('snippet, the text', (text) => snippetWriter(['一一一一', 'a'])(text), QUERIES),
  ...of('snippet, the query', (text) => snippetWriter([text])('一'.repeat(2000)), {
    'one word': repeated('一'),
    words: repeated('一 '),
  }),
  ...of('description of a volume', plainText, MARKUP),
  ...of('record with a description', (text) => readRecord({ source: 'x', title: 'a', description: text }, 1), MARKUP),
  ...of('date of a volume', readDate, RUNS),
  ...of('number of a volume', (text) => identifierKey('oclc', text), RUNS),
  ...of('MARC title', marc('245', 'b'), RUNS),
  ...of('MARC extent', marc('300', 'a'), RUNS),
  ...of('MARC size', marc('300', 'c'), RUNS),
  ...of('MARC name', marc('700', 'a'), RUNS),
  ...of('Open Library size', openLibrary('physical_dimensions'), RUNS),
  ...of('Open Library author', openLibrary('by_statement'), RUNS),
  ...of('ONIX', (text) => readAll(readOnix(stream(text))), {
    elements: repeated('<a></a>', '<ONIXMessage><Product>', '</Product></ONIXMessage>'),
  }),
  ...of('CSV', (text) => readAll(readCsv(stream(text))), {
    rows: repeated('a,b\n', 'id,title\n'),
    'open quotes': repeated('"a\n', 'id,title\n'),
    cells: repeated('a,', 'id,title\n'),
  }),
  ...of('If-None-Match', parseTags, { quotes: repeated('"'), 'weak tags': repeated('W/"a",'), commas: repeated(',') }),
  ...of('fields', (text) => parseFields(text, undefined), {
    names: repeated('a,', '', 'a'),
    groups: repeated('a(b),', '', 'a'),
    'open groups': repeated('a('),
  }),
  ...of('batch', (text) => splitParts(text, 'b').map(({ content }) => readWrittenRequest(content)), {
    parts: repeated('\r\n--b\r\n\r\nGET /a\r\n'),
    'folded headers': repeated('\n ', '\r\n--b\r\na: b'),
    'blank lines': repeated('\r\n', '--b\r\n\r\n'),
    spaces: repeated(' ', '--b\r\n\r\nGET ', 'x'),
  }),
  ...of('boundary of a batch', boundaryOf, { parameters: repeated('; a=b', 'multipart/mixed') }),
  ...of('JSON body', (text) => [isDeeperThan(text, 100), parseExactly(text)], {
    'long numbers': repeated('12345678901234567890,', '[', '1]'),
    spaces: repeated(' ', '[1,', '1]'),
  }),
  ...of(
    'quickAdd',
    (text) => quickAdd(text, { now: 0, timeZone: 'UTC', defaultEventLengthMinutes: 60, dateFieldOrder: 'MDY' }),
    {
      'to and to': repeated('to '),
      weekdays: repeated('monday '),
      times: repeated('at 5 '),
      dates: repeated('1/2 '),
      commas: repeated(', ', 'a', 'a'),
      guests: repeated('a@b.c '),
      letters: repeated('a'),
    },
    1024,
  ),
  ...of('recurrence', (text) => parseRecurrence([text], start), {
    exceptions: repeated('20260101T100000Z,', 'EXDATE:', '20260101T100000Z'),
    parameters: repeated(';a=b', 'EXDATE', ':20260101T100000Z'),
    days: repeated('MO,', 'RRULE:FREQ=WEEKLY;BYDAY=', 'MO'),
    parts: repeated(';A=1', 'RRULE:FREQ=WEEKLY'),
  }),
  ...of('rule', readRule, { months: repeated('1,', 'FREQ=YEARLY;BYMONTH=', '1') }),
  ...of('iCalendar lines', (text) => [...blocksOf(text, new BlockReader())], {
    'folded lines': repeated('\r\n a', 'BEGIN:VEVENT\r\nDESCRIPTION:'),
    components: repeated('BEGIN:VEVENT\r\nEND:VEVENT\r\n'),
    'open components': repeated('BEGIN:VEVENT\r\n'),
  }),
  ...of('iCalendar event', (text) => readCalendar(event(text), 'UTC'), {
    description: repeated('\\n', 'DESCRIPTION:'),
    exceptions: repeated('20260101T100000Z,', 'EXDATE:', '20260101T100000Z'),
    guests: repeated('ATTENDEE:mailto:a@b.c\r\n', '', 'X-A:b'),
    'other lines': repeated('X-A:b\r\n', '', 'X-A:b'),
  }),
  ...of(
    'iCalendar line',
    (text) => readCalendar(event(text), 'UTC'),
    { parameters: repeated(';X-A="b"', 'X-B', ':c') },
    10_000,
  ),
  ...of('address', (text) => [isAddress(text), readAddress(text)], { dots: repeated('a.', 'a@'), at: repeated('a@') }),
  ...of('id of an instance', parseInstanceId, { marks: repeated('_20260101') }),
  ...of('time', parseTimestamp, { digits: repeated('1', '2026-01-01T10:00:00.') }),
];
