import { describe, expect, test } from '@jest/globals';
import { BlockReader, blocksIn, blocksOf } from '#lib/calendar/ics/content-lines';

const TEXT = [
  '\uFEFFBEGIN:VCALENDAR',
  'X-WR-CALNAME:Zü',
  ' rich',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'SUMMARY:one',
  '  two',
  '',
  '\tthree 会議 🙂',
  'BEGIN:VALARM',
  'END:VALARM',
  'END:VEVENT',
  'END:VCALENDAR',
  'BEGIN:VCALENDAR',
  'begin:vtodo',
  'END:VTODO',
  'BEGIN:VEVENT',
  'UID:open',
];

/** What a reader finds in a text that comes in pieces of so many characters. */
async function found(text: string, length: number) {
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
  const reader = new BlockReader();
  const blocks = [];
  for await (const block of blocksIn(async function* read() {
    yield* pieces;
  }, reader))
    blocks.push(block);
  return { blocks, properties: reader.properties, unfinished: reader.unfinished };
}

describe.each([
  ['CR and LF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
])('lines that end with %s', (_name, end) => {
  test.each([1, 2, 3, 7, 20, 1000])('in pieces of %i', async (length) => {
    expect(await found(TEXT.join(end), length)).toEqual({
      properties: ['X-WR-CALNAME:Zürich'],
      blocks: [
        {
          name: 'VEVENT',
          line: 5,
          lines: ['BEGIN:VEVENT', 'SUMMARY:one twothree 会議 🙂', 'BEGIN:VALARM', 'END:VALARM', 'END:VEVENT'],
        },
        { name: 'VTODO', line: 15, lines: ['begin:vtodo', 'END:VTODO'] },
      ],
      unfinished: { name: 'VEVENT', line: 17, lines: ['BEGIN:VEVENT', 'UID:open'] },
    });
  });
});

test('a last line needs no end', () => {
  expect([...blocksOf('BEGIN:VEVENT\r\nEND:VEVENT', new BlockReader())]).toEqual([
    { name: 'VEVENT', line: 1, lines: ['BEGIN:VEVENT', 'END:VEVENT'] },
  ]);
});

test('of a component that never ends, not everything is kept', () => {
  const reader = new BlockReader();
  const piece = `X-A:${'x'.repeat(1_000_000)}\r\n`;
  expect([...reader.read('BEGIN:VEVENT\r\n')]).toEqual([]);
  for (let count = 0; count < 40; count += 1) expect([...reader.read(piece)]).toEqual([]);

  expect(reader.unfinished?.line).toBe(1);
  expect(JSON.stringify(reader.unfinished).length).toBeLessThan(20_000_000);
});
