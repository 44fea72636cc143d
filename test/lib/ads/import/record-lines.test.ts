import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FileFormat } from '#lib/ads/import/file-names';
import { linesOf, recordPlaces } from '#lib/ads/import/record-lines';

async function* chunksOf(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesIn(text: string, format: FileFormat): Promise<number[]> {
  const lines: number[] = [];
  for await (const { line, isEmpty } of recordPlaces(chunksOf(text), format)) if (!isEmpty) lines.push(line);
  return lines;
}

describe('recordPlaces', () => {
  test.each([
    ['plain lines', 'h\na\nb\n', 'csv', [1, 2, 3]],
    ['no line end at the end', 'h\na', 'csv', [1, 2]],
    ['carriage returns', 'h\r\na\r\n\r\nb\r\n', 'csv', [1, 2, 4]],
    ['line ends in quotes', 'h\n"a\nb",1\nc\n', 'csv', [1, 2, 4]],
    ['doubled quotes', 'h\n"a ""x""\nb",1\nc\n', 'csv', [1, 2, 4]],
    ['empty lines', 'h\n\n\na\n', 'csv', [1, 4]],
    ['quotes mean nothing between lines of JSON', '{"a":"\\""}\n{"b":1}\n', 'ndjson', [1, 2]],
    ['nothing', '', 'csv', []],
  ] as [string, string, FileFormat, number[]][])('%s', async (_, text, format, lines) => {
    expect(await linesIn(text, format)).toEqual(lines);
  });

  test('any records, quoted as RFC 4180 says, are found where they were written', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', '\n', ',', ' ') });
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 8 }), async (fields) => {
        let line = 1;
        const places = fields.map((value) => {
          const here = line;
          line += 1 + value.split('\n').length - 1;
          return here;
        });
        const text = fields.map((value) => `"${value.replaceAll('"', '""')}"\n`).join('');
        expect(await linesIn(text, 'csv')).toEqual(places);
      }),
    );
  });
});

describe('linesOf', () => {
  test('rows are counted without the header, empty lines and what could not be read', async () => {
    const text = 'h1,h2\na,1\n\nbroken\n"b\nb",2\nc,3\n';

    const found = await linesOf(chunksOf(text), 'csv', { rows: new Set([1, 2]), rejected: new Set([4]) });

    expect([...found.rows]).toEqual([
      [1, 5],
      [2, 7],
    ]);
    expect([...found.rejected]).toEqual([[4, 4]]);
  });
});
