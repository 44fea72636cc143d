/**
 * A books service with a table and a folder of its own, so that totals are exact and imports do not meet: volumes come
 * in through the importer.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { router } from '#lib/api/routes';
import type { Format } from '#lib/books/import/file/formats';
import type { ImportEvents, ImportSummary } from '#lib/books/import/importer';
import type { BooksStores } from '#lib/books/stores/all';
import { routeRequest } from '#lib/local/gateway/route-request';
import { registerTableAlias } from '#lib/local/lambda/iam/arns';
import { type Answer, type Ask, requestsTo } from '#test/support/ask';
import { newFolder } from '#test/support/run/folders/new-folder';
import { testStage } from '#test/support/run/test-stage';

export interface Library {
  /** An API key of the service. */
  readonly key: string;
  readonly stores: BooksStores;
  ask<Body = Record<string, unknown>>(method: string, url: string, ask?: Ask): Promise<Answer<Body>>;
  /**
   * Imports a text as if it were a file. The first search fetches the index by itself, under its function's role; from
   * then on this waits until searches see it.
   */
  import(text: string | Uint8Array, options?: ImportOptions): Promise<ImportSummary>;
}

export interface ImportOptions extends ImportEvents {
  readonly format?: Format;
  readonly map?: Readonly<Record<string, string>>;
  readonly name?: string;
}

/** Creates both and points the settings of this test file at them; nothing of the service may be imported before. */
async function ownStorage(): Promise<void> {
  const { ensureTables } = await import('#lib/local/database/tables');
  const TableName = `almanac-test-books-${randomBytes(6).toString('hex')}`;
  const definition = testStage.tables.find(({ logicalId }) => logicalId === 'BooksTable');
  if (definition === undefined) throw new Error('serverless.yml declares no BooksTable');
  await ensureTables([{ ...definition, create: { ...definition.create, TableName } }]);
  registerTableAlias(TableName, definition.create.TableName);
  Object.assign(process.env, { BOOKS_TABLE: TableName, TMPDIR: newFolder(), IMPORT_FOLDER: newFolder() });
}

export async function openLibrary(): Promise<Library> {
  await ownStorage();
  const groups = router(
    testStage.functions.flatMap(({ routes, file }) => routes.map((route) => [route, file] as const)),
  );
  const [
    { hashKey, newKey },
    { dynamoApiKeys },
    { documents },
    { randomIds },
    { config },
    { books },
    { booksIndex },
    { importContext },
    { importFiles },
  ] = await Promise.all([
    import('#lib/api/api-keys'),
    import('#lib/stores/dynamodb/platform/api-keys'),
    import('#lib/stores/dynamodb/client/client'),
    import('#lib/runtime/process/ids'),
    import('#lib/runtime/process/config'),
    import('#lib/runtime/books/serve'),
    import('#lib/runtime/books/index'),
    import('#lib/runtime/books/import'),
    import('#lib/books/import/importer'),
  ]);
  const key = newKey(randomIds);
  let hasAsked = false;
  await dynamoApiKeys(documents, config.booksTable).add({
    hash: hashKey(key),
    label: 'test',
    created: new Date().toISOString(),
  });

  return {
    key,
    stores: books.stores,
    async ask(method, url, ask) {
      const { target } = routeRequest(groups, method, url);
      hasAsked = true;
      const { handler } = (await import(pathToFileURL(target).href)) as { handler: Parameters<typeof requestsTo>[0] };
      return requestsTo(handler)(method, url, ask);
    },
    async import(text, { format, map, name = 'test', ...events } = {}) {
      const file = {
        name,
        fingerprint: randomBytes(8).toString('hex'),
        format,
        map,
        open: () => Readable.from([Buffer.from(text)], { objectMode: false }),
      };
      const summary = await importFiles([file], importContext(newFolder()), events);
      if (hasAsked) await booksIndex.refresh();
      return summary;
    },
  };
}
