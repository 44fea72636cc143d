import { describe, expect, test } from '@jest/globals';
import { textCells } from '#lib/ads/reports/compile/cells';
import type { Lines } from '#lib/ads/reports/plan/warehouse';
import { locateReport, prepare, questionOf } from '#lib/ads/reports/request/prepare';
import { useWarehouse, NOW, VIEWER } from '#test/support/ads/local-warehouse';
import { reportWorld } from '#test/support/ads/report-world';

const FORMULAS = ['=1+1', '+boots', '-free', '@home', '\tx', 'plain', 'a=b'];
const world = reportWorld();
const campaigns = world.entities.filter(({ level }) => level === 'CAMPAIGN');
const local = useWarehouse({
  ...world,
  entities: world.entities.map((entity) =>
    entity.level === 'CAMPAIGN' ? { ...entity, name: FORMULAS[campaigns.indexOf(entity)] ?? '' } : entity,
  ),
});

async function linesOf<T>(
  guardsFormulas: boolean,
  format: 'csv' | 'tsv',
  columns: readonly string[],
  use: (lines: Lines) => Promise<T>,
): Promise<T> {
  const { stores, warehouse } = local;
  const request = {
    reportType: 'campaign',
    columns: columns.map((columnName) => ({ columnName })),
    reportScope: { agencyId: world.agencyId },
    timeRange: { startDate: '2020-01-01', endDate: '2020-01-01' },
    statisticsCurrency: 'usd',
  };
  const prepared = await prepare(request, 'request', { stores, email: VIEWER, clock: { now: () => NOW } });
  const { reportAccounts } = await locateReport(prepared, warehouse);
  const question = await questionOf(prepared.plan, reportAccounts, stores, warehouse, {
    present: textCells({ format, guardsFormulas }, warehouse.dialect),
  });
  return warehouse.lines(question, format, use);
}

const fileOf = (
  guardsFormulas: boolean,
  format: 'csv' | 'tsv' = 'csv',
  columns = ['campaign', 'dailyBudget', 'cost'],
): Promise<string> =>
  linesOf(guardsFormulas, format, columns, async ({ bytes }) => Buffer.concat(await Array.fromAsync(bytes)).toString());

test('a file that nobody reads is closed before it is removed', async () => {
  let bytes: Lines['bytes'] | undefined;
  const tooLarge = linesOf(false, 'csv', ['campaign'], (lines) => {
    ({ bytes } = lines);
    return Promise.reject(new Error('It is too large.'));
  });

  await expect(tooLarge).rejects.toThrow('It is too large.');
  expect(bytes).toMatchObject({ closed: true, errored: null });
});

test('a row of one empty cell is two quotes in csv: readers pass over blank lines', async () => {
  const empty = campaigns.map(() => '');

  expect((await fileOf(false, 'csv', ['ctr'])).split('\n')).toEqual([...empty.map(() => '""'), '']);
  expect((await fileOf(false, 'csv', ['ctr', 'avgCpc'])).split('\n')).toEqual([...empty.map(() => ','), '']);
  expect((await fileOf(false, 'tsv', ['ctr'])).split('\n')).toEqual([...empty, '']);
});

const firstCells = (text: string, delimiter: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(delimiter)[0] ?? '');

describe('cells that a spreadsheet would take for formulas', () => {
  test('are what they are', async () => {
    expect(firstCells(await fileOf(false), ',')).toEqual(FORMULAS.slice(0, 6));
  });

  test('get an apostrophe where the stage asks for it; numbers never do', async () => {
    const text = await fileOf(true);

    expect(firstCells(text, ',')).toEqual(["'=1+1", "'+boots", "'-free", "'@home", "'\tx", 'plain']);
    expect(text).not.toMatch(/,'/);
  });

  test('in tsv a tab inside of text is a blank', async () => {
    expect(firstCells(await fileOf(false, 'tsv'), '\t')).toEqual(['=1+1', '+boots', '-free', '@home', ' x', 'plain']);
  });
});
