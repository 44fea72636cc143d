/**
 * The database of the laptop: SQLite in our own process, which carries out the commands of Amazon's document client as
 * DynamoDB would.
 *
 * A command goes through `document-client.ts` to its file in `commands/`; expressions are compiled in `expressions/`;
 * `table.ts` keeps
 * items as rows, each with the columns that its indexes need. An item is JSON text in one column (`item-text.ts`), so a
 * read is a look-up and
 * a `JSON.parse`. A write and the record of it for streams are one transaction. What DynamoDB knows and our stores
 * never ask
 * for is refused by name.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from './document-client.ts';
import { Engine } from './storage/engine.ts';

export interface EmbeddedOptions {
  /** A file, or `memory`. */
  readonly file: string;
  readonly now?: () => number;
}

export interface Embedded {
  readonly engine: Engine;
  /** A client of one's own on the same data. */
  connect(): DynamoDBDocumentClient;
  close(): void;
}

export function openEmbedded({ file, now = Date.now }: EmbeddedOptions): Embedded {
  const engine = new Engine(file);
  return {
    engine,
    connect: () => documentClient(engine, now),
    close() {
      engine.close();
    },
  };
}
