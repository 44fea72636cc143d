/** The beginning of most tests of books: a service with a table and a folder of its own. */
import { onceForAll } from '#test/support/run/fixture';
import { csvOf } from './catalogue.ts';
import { openLibrary, type Library } from './library.ts';

/** Holds the volumes of the rows; none when there are no rows. */
export const useLibrary = (rows: Parameters<typeof csvOf>[0] = []): Library =>
  onceForAll(async () => {
    const library = await openLibrary();
    if (rows.length > 0) await library.import(csvOf(rows));
    return library;
  });
