import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { daysOf, readSpec } from '#lib/ads/reports/archive/archive';
import { wholeDay } from '#lib/ads/reports/archive/whole-day';
import type { AskUpstream } from '#lib/ads/reports/upstream/upstream';

const REQUEST = { reportType: 'campaign', timeRange: { startDate: '2026-03-01' } };
const read = (file: string, fields: object = {}, email?: string) =>
  readSpec(file, JSON.stringify({ ...REQUEST, ...fields }), email);

describe('the spec of an archive', () => {
  test.each(['daily_costs-2.json', 'specs/daily_costs-2.json', String.raw`C:\specs\daily_costs-2.json`])(
    'in %s is named by its type and its file',
    (file) => {
      expect(read(file, { user: 'ann@example.com' })).toEqual({
        name: 'campaign/daily_costs-2',
        request: REQUEST,
        email: 'ann@example.com',
      });
    },
  );

  test('is asked for in the name of its user, or of another one', () => {
    expect(read('a.json').email).toBe('');
    expect(read('a.json', { user: 'ann@example.com' }, 'bob@example.com').email).toBe('bob@example.com');
  });

  const [NAME, DAY] = [
    'its name becomes a folder, with letters, digits, - and _ alone.',
    'timeRange.startDate is the first day of the archive, such as 2026-01-31.',
  ];

  test.each([
    ['a b.json', {}, `a b.json: ${NAME}`],
    ['.json', {}, `.json: ${NAME}`],
    [`${'a'.repeat(65)}.json`, {}, NAME],
    ['a.json', { timeRange: undefined }, `a.json: ${DAY}`],
    ['a.json', { timeRange: { startDate: '2026-3-1' } }, `a.json: ${DAY}`],
    ['a.json', { timeRange: { startDate: '2026-03-01', endDate: 'x' } }, `a.json: ${DAY}`],
    ['a.json', { timeRange: { startDate: '2026-03-01T00' } }, `a.json: ${DAY}`],
    ['a.json', { reportType: undefined }, 'a.json names no reportType.'],
    ['a.json', { reportType: '../x' }, 'a.json names no reportType.'],
  ])('%s with %j is refused', (file, fields, message) => {
    expect(() => read(file, fields)).toThrow(message);
  });

  test('64 characters are a name, and what is no JSON is no spec', () => {
    expect(read(`${'a'.repeat(64)}.json`).name).toBe(`campaign/${'a'.repeat(64)}`);
    expect(() => readSpec('a.json', '{')).toThrow('a.json is no JSON.');
  });
});

describe('the days of an archive', () => {
  const days = (timeRange: object | undefined) =>
    daysOf({ name: 'a', email: '', request: { timeRange } }, Date.parse('2026-03-04T00:00:00Z'));

  test.each([
    [{ startDate: '2026-03-01' }, ['2026-03-01', '2026-03-02', '2026-03-03']],
    [{ startDate: '2026-03-01', endDate: '2026-03-02' }, ['2026-03-01', '2026-03-02']],
    [{ startDate: '2026-03-03', endDate: '2026-03-09' }, ['2026-03-03']],
    [{ startDate: '2026-03-04' }, []],
    [undefined, ['2026-03-03']],
  ])('%j', (timeRange, expected) => {
    expect(days(timeRange)).toEqual(expected);
  });
});

describe('the files of a day', () => {
  const FILES = ['h\n"a\nb"\n', 'h\nc\n', 'h\n'];
  const asked: string[] = [];
  const ask: AskUpstream = ({ path }) => {
    asked.push(path);
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(FILES[Number(path.at(-1))] ?? '') });
  };
  const read = async (files: readonly { byteCount?: string }[], format: 'csv' | 'tsv' = 'csv') => {
    const whole = wholeDay('reports/a', { files: [...files] }, format, 'ann@example.com', ask);
    const parts: Uint8Array[] = [];
    for await (const part of whole.bytes) parts.push(part);
    return { text: Buffer.concat(parts).toString(), sha256: whole.sha256() };
  };

  test('are one, with the header of the first', async () => {
    const { text, sha256 } = await read([{ byteCount: '8' }, {}, { byteCount: '2' }]);

    expect(text).toBe('h\n"a\nb"\nc\n');
    expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(asked).toEqual(['reports/a/files/0', 'reports/a/files/1', 'reports/a/files/2']);
  });

  test('no files are nothing, and one in part is an error', async () => {
    expect((await read([])).text).toBe('');
    await expect(read([{}, { byteCount: '5' }])).rejects.toThrow('file 1 came in part');
  });
});
