/**
 * Everything that reads a text by patterns, with texts on which a careless pattern would not end: the test ends, or
 * runs out of time.
 */
import { describe, expect, test } from '@jest/globals';
import { compileFormula } from '#lib/ads/reports/sql/formula';
import { raw } from '#lib/ads/reports/sql/sql';
import { parseTags } from '#lib/api/etag';
import { parseFields } from '#lib/api/fields';
import { boundaryOf, readWrittenRequest, splitParts } from '#lib/api/multipart';
import { openToken } from '#lib/api/token';
import { detectFormat } from '#lib/books/import/file/formats';
import { readDate } from '#lib/books/import/record/dates';
import { normalizeLccn, normalizeOclc, toIsbn13 } from '#lib/books/model/identifiers';
import { parseQuery } from '#lib/books/search/query';
import { unitsOf } from '#lib/books/search/words';
import { ruleIdOf } from '#lib/calendar/access/acl-rule';
import { readAddress } from '#lib/calendar/events/body/attendees';
import { quickAdd } from '#lib/calendar/events/quick-add/quick-add';
import { eventMatcher } from '#lib/calendar/events/rows/matcher';
import { BlockReader, blocksOf } from '#lib/calendar/ics/content-lines';
import { parseInstanceId } from '#lib/calendar/recurrence/instance-id';
import { parseRecurrence } from '#lib/calendar/recurrence/lines';
import { parseTimestamp } from '#lib/calendar/time/timestamp';

const LENGTH = 20_000;

const PIECES = [
  'a',
  'A ',
  '1',
  '1 ',
  ' ',
  '\t',
  '\n',
  '\r\n',
  'at ',
  '@ ',
  'a@',
  'a@b.',
  'x@y-',
  'a.',
  'a.b.c. ',
  'a-',
  '-',
  '- ',
  ', ; : - ',
  "'",
  "l'",
  '"',
  '" ',
  '""',
  '(',
  'a(',
  '("',
  '|',
  'a|',
  'OR ',
  'intitle:',
  'isbn:',
  '-"',
  'W/"',
  '",',
  ';',
  '; boundary',
  'every ',
  'next ',
  'from 9 to ',
  '9-',
  '9:',
  '10:00-',
  'for 1 hour and ',
  'on the ',
  'until ',
  'tomorrow ',
  '1st ',
  'last ',
  '2026-',
  '2026-03-10T',
  '_2026',
  'BYDAY=MO,',
  '1,',
  'GET ',
  '--b\n',
  'a/',
  'a,',
  '\\',
  '%',
  '*',
  '+',
  'é',
  '\ue000',
];
const TEXTS = PIECES.flatMap((piece) => {
  const long = piece.repeat(Math.ceil(LENGTH / piece.length));
  return [long, `${long}!`, `at ${long}\ue000x`, `x${long}@`, `"${long}`];
});

const OPTIONS = {
  now: Date.UTC(2026, 2, 2, 8),
  timeZone: 'Europe/Zurich',
  dateFieldOrder: 'MDY',
  defaultEventLengthMinutes: 60,
} as const;

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'entity tags': parseTags,
  'field selections': (text) => parseFields(text, undefined),
  'boundaries of a batch': (text) => boundaryOf(`multipart/mixed;${text}`),
  'parts of a batch': (text) => splitParts(text, 'b'),
  'requests in a batch': readWrittenRequest,
  tokens: (text) => openToken('page', text),
  'sentences (the first 1024 characters)': (text) => quickAdd(text.slice(0, 1024), OPTIONS),
  'queries for events': (text) => eventMatcher({ q: text.slice(0, 2048) }, 'a@example.com'),
  addresses: readAddress,
  'people of a rule': (text) => ruleIdOf({ type: 'user', value: text }),
  'domains of a rule': (text) => ruleIdOf({ type: 'domain', value: text }),
  timestamps: parseTimestamp,
  recurrence: (text) => parseRecurrence([`RRULE:FREQ=DAILY;${text}`, `EXDATE:${text}`, text], { date: '2026-03-10' }),
  'ids of instances': parseInstanceId,
  'iCalendar files': (text) => [...blocksOf(text, new BlockReader())],
  'queries for books (the first 2048 characters)': (text) => parseQuery(text.slice(0, 2048)),
  'words of books': unitsOf,
  'numbers of books': (text) => [toIsbn13(text), normalizeLccn(text), normalizeOclc(text)],
  'dates of books': readDate,
  'formats of files (the first 8192 characters)': (text) => detectFormat(text.slice(0, 8192)),
  formulas: (text) => compileFormula(text, () => raw('1')),
};

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  test('are read or refused', () => {
    const outcomes = TEXTS.map((text) => {
      try {
        read(text);
        return 'read';
      } catch (error) {
        return error instanceof Error && !['TypeError', 'RangeError', 'SyntaxError'].includes(error.name)
          ? 'refused'
          : error;
      }
    });

    expect(outcomes.filter((outcome) => outcome !== 'read' && outcome !== 'refused')).toEqual([]);
  });
});
