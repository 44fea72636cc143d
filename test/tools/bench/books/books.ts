/**
 * Benchmarks of the books service. This file: database calls and time of an import and of each operation.
 * `book-search.ts` measures search, `import-memory.ts` the memory of imports; `generated-*.ts` make the data.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Meter, withMeter } from '#lib/api/process/meter';
import { volumeId } from '#lib/books/model/ids';
import type { Bench } from '#test/tools/measure/bench';
import { reportSample, request, sampleMany } from '#test/tools/measure/measure';
import { countProcessorTime } from '#test/tools/measure/processor-time';
import { openBenchStack } from '#test/tools/measure/stack';
import { wordOf } from './generated-volumes.ts';

const RECORDS = 10_000;
const ROUNDS = 100;

const csv = (): string =>
  [
    'id,title,authors,description,published_date',
    ...Array.from(
      { length: RECORDS },
      (_, place) =>
        `${String(place)},${wordOf(place % 50)} ${wordOf(place)},${wordOf(place % 7)},${wordOf(place % 11)} ${wordOf(place % 13)},1900`,
    ),
  ].join('\n');

/** Database calls and time of an import and of each operation. */
export const books: Bench = {
  name: 'books',
  usesStack: true,
  async run(report) {
    const { token } = await openBenchStack();
    const [{ importFiles }, { importContext }, volumes, shelves, contents] = await Promise.all([
      import('#lib/books/import/importer'),
      import('#lib/runtime/books/import'),
      import('#functions/books/volumes/index'),
      import('#functions/books/mylibrary/bookshelves/index'),
      import('#functions/books/mylibrary/bookshelves/volumes/index'),
    ]);
    const as = await token('bench@example.com');
    const text = csv();
    const startedAt = performance.now();
    const usedMs = countProcessorTime();
    const file = {
      name: 'bench.csv',
      fingerprint: 'bench',
      open: () => Readable.from([Buffer.from(text)], { objectMode: false }),
    };
    const meter = new Meter();
    const context = importContext(mkdtempSync(join(tmpdir(), 'almanac-bench-import-')));
    await withMeter(meter, () =>
      importFiles([file], context, {
        onProgress: (records) => {
          report.progress(`import: ${String(records)} records`);
        },
      }),
    );
    report.row('books import: processor time', (usedMs() * 1000) / RECORDS, 'µs/record');
    report.row('books import, local database: rate', (RECORDS / (performance.now() - startedAt)) * 1000, 'records/s');
    report.row('books import: own time', (performance.now() - startedAt - meter.busyMs) / RECORDS, 'ms/record');
    report.row('books import: database calls', (meter.calls.length / RECORDS) * 1000, 'for 1000 records');
    report.row('books import: round trips', (meter.roundTrips / RECORDS) * 1000, 'in a row for 1000 records');
    report.row('books import: consumed capacity', meter.capacity / RECORDS, 'units/record');

    const id = (place: number): string => volumeId(`csv:${String(place % RECORDS)}`);
    const shelf = '/books/v1/mylibrary/bookshelves/3';
    reportSample(
      report,
      'volumes.get',
      await sampleMany(volumes.handler, (round) => request('GET', `/books/v1/volumes/${id(round + 50)}`, as), ROUNDS),
    );
    reportSample(
      report,
      'volumes.list of 40',
      await sampleMany(
        volumes.handler,
        () => request('GET', `/books/v1/volumes?q=${wordOf(3)}&maxResults=40`, as),
        ROUNDS,
      ),
    );
    reportSample(
      report,
      'mylibrary.bookshelves.list',
      await sampleMany(shelves.handler, () => request('GET', '/books/v1/mylibrary/bookshelves', as), ROUNDS),
    );
    reportSample(
      report,
      'mylibrary.bookshelves.addVolume',
      await sampleMany(
        shelves.handler,
        (round) => request('POST', `${shelf}/addVolume?volumeId=${id(round + 50)}`, as),
        ROUNDS,
      ),
    );
    reportSample(
      report,
      'mylibrary.bookshelves.volumes.list',
      await sampleMany(contents.handler, () => request('GET', `${shelf}/volumes?maxResults=40`, as), ROUNDS),
    );
  },
};
