import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { fragmentsOf, headerLine } from '#lib/ads/reports/run/fragments';
import { casesToPlay } from '#test/tools/shared/random-cases';

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The bytes in pieces of a few, so that quotes and characters are torn apart. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function cut(rows: readonly (readonly string[])[], maxRows: number, pieces: number): Promise<string[]> {
  const bytes = inPieces(rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''), pieces);
  const files: string[] = [];
  for (const fragment of fragmentsOf({ rows: rows.length, bytes }, headerLine(['a', 'b,c'], 'csv'), maxRows, 'csv')) {
    const parts: Uint8Array[] = [];
    for await (const part of fragment) parts.push(part);
    files.push(Buffer.concat(parts).toString());
  }
  return files;
}

describe('fragments', () => {
  test('any rows come back, cut where they should be, with the header in each file', async () => {
    const cell = fc.oneof(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', '🥾', '\r') }), fc.string());
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            cell.map((text) => `x${text}`),
            cell,
          ),
          { maxLength: 30 },
        ),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, maxRows, pieces) => {
          const files = await cut(rows, maxRows, pieces);
          const read = files.map((file) => parse(file, { record_delimiter: '\n' }) as string[][]);

          expect(files).toHaveLength(Math.max(Math.ceil(rows.length / maxRows), 1));
          for (const [header] of read) expect(header).toEqual(['a', 'b,c']);
          expect(read.slice(0, -1).every((file) => file.length === maxRows + 1)).toBe(true);
          expect(read.flatMap((file) => file.slice(1))).toEqual(rows.map((row) => [...row]));
        },
      ),
      { numRuns: casesToPlay(200) },
    );
  });
});
