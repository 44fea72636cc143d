/** Operations of the library whose cost could grow with the volumes on a shelf or in the catalogue. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { volumeId } from '#lib/books/model/ids';
import type { Report } from '#test/tools/measure/bench';
import { request, sampleOnce } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';
import { wordOf } from '../books/generated-volumes.ts';
import { TIMES, type Growing } from './growing.ts';

const ON_SHELF = 5;
const IN_CATALOGUE = 100;
const SHELF = '/books/v1/mylibrary/bookshelves/3';

const id = (place: number): string => volumeId(`csv:${String(place)}`);
const csvOf = (count: number): string => {
  const line = (place: number) => `${String(place)},${wordOf(place % 50)} ${wordOf(place)},${wordOf(place % 7)},1900`;
  return ['id,title,authors,published_date', ...Array.from({ length: count }, (_, place) => line(place))].join('\n');
};

/** The catalogue grows last: the others ask for volumes of the small one. */
export async function growingBooks(report: Report): Promise<readonly Growing[]> {
  const { token } = await openBenchStack();
  const [{ importFiles }, { importContext }, volumes, shelves, contents] = await Promise.all([
    import('#lib/books/import/importer'),
    import('#lib/runtime/books/import'),
    import('#functions/books/volumes/index'),
    import('#functions/books/mylibrary/bookshelves/index'),
    import('#functions/books/mylibrary/bookshelves/volumes/index'),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-growth-'));
  const fill = async (count: number): Promise<void> => {
    report.progress(`importing ${String(count)} volumes`);
    const open = () => Readable.from([Buffer.from(csvOf(count))], { objectMode: false });
    const file = { name: `growth${String(count)}.csv`, fingerprint: String(count), open };
    await importFiles([file], importContext(folder), {});
  };
  // Enough for the larger shelf and for what the rounds put on it.
  await fill(ON_SHELF * TIMES + IN_CATALOGUE);
  const readers = await Promise.all([1, TIMES].map((times) => token(`shelf-${String(times)}@example.com`)));
  const [few = '', many = ''] = readers;
  for (const [as, count] of [[few, ON_SHELF] as const, [many, ON_SHELF * TIMES] as const]) {
    report.progress(`putting ${String(count)} volumes on a shelf`);
    for (let place = 0; place < count; place += 1)
      await sampleOnce(shelves.handler, request('POST', `${SHELF}/addVolume?volumeId=${id(place)}`, as));
  }
  const fresh = (round: number): string => id(ON_SHELF * TIMES + ((round + IN_CATALOGUE) % IN_CATALOGUE));
  const onBoth = (
    name: string,
    handler: Growing['handler'],
    make: (as: string, round: number) => ReturnType<typeof request>,
    reason?: string,
  ): Growing => ({
    name: `volumes on a shelf: ${name}`,
    handler,
    small: (round) => make(few, round),
    large: (round) => make(many, round),
    ...(reason !== undefined && { reason }),
  });
  const search = () => request('GET', `/books/v1/volumes?q=${wordOf(60)}`, few);
  return [
    onBoth('bookshelves.list', shelves.handler, (as) => request('GET', '/books/v1/mylibrary/bookshelves', as)),
    onBoth(
      'volumes.list, first page of 5',
      contents.handler,
      (as) => request('GET', `${SHELF}/volumes?maxResults=5`, as),
      'totalItems counts what can be seen of the whole shelf, whose order is read: 30 KB for 500 volumes',
    ),
    onBoth('addVolume', shelves.handler, (as, round) =>
      request('POST', `${SHELF}/addVolume?volumeId=${fresh(round)}`, as),
    ),
    onBoth('removeVolume', shelves.handler, (as, round) =>
      request('POST', `${SHELF}/removeVolume?volumeId=${fresh(round)}`, as),
    ),
    {
      name: 'volumes in the catalogue: volumes.list of a word',
      handler: volumes.handler,
      small: search,
      large: search,
      grow: () => fill((ON_SHELF * TIMES + IN_CATALOGUE) * (TIMES / 10)),
      reason: 'ten times the volumes; a search counts all its hits',
    },
  ];
}
