/** Scans, which read a whole table: for jobs and commands, never for requests. */
import { ScanCommand, type DocumentClient, type ScanCommandInput } from '#lib/stores/dynamodb/client/commands';
import type { Item } from '#lib/stores/dynamodb/item';

/** The items that a filter lets through, as the database gives them: up to 1 MB is read for each page. */
export async function* scanPages(db: DocumentClient, input: ScanCommandInput): AsyncGenerator<readonly Item[]> {
  let page = await db.send(new ScanCommand(input));
  yield page.Items ?? [];
  while (page.LastEvaluatedKey !== undefined) {
    page = await db.send(new ScanCommand({ ...input, ExclusiveStartKey: page.LastEvaluatedKey }));
    yield page.Items ?? [];
  }
}
