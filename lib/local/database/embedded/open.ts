/**
 * The database of the laptop: SQLite in our own process, which carries out the commands of Amazon's document client as DynamoDB would.
 *
 * A command goes through `document-client.ts` to its file in `commands/`; expressions are compiled in `expressions/`; `table.ts` keeps
 * items as rows, each with the columns that its indexes need. An item is JSON text in one column (`item-text.ts`), so a read is a look-up and
 * a `JSON.parse`. A write and the record of it for streams are one transaction. What DynamoDB knows and our stores never ask
 * for is refused by name.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient, sender, type Around } from './document-client.ts';
import { Engine } from './engine.ts';
import { MEMORY } from './sqlite-file.ts';

export interface EmbeddedOptions {
  /** A file, or `memory`. */
  readonly file: string;
  readonly now?: () => number;
}

export interface Embedded {
  readonly engine: Engine;
  readonly documents: DynamoDBDocumentClient;
  /** Puts something around every call from now on. */
  surround(around: Around): void;
  close(): void;
}

export { MEMORY };

export function openEmbedded({ file, now = Date.now }: EmbeddedOptions): Embedded {
  const engine = new Engine(file);
  let surrounding: Around | undefined;
  return {
    engine,
    documents: documentClient(sender(engine, now, () => surrounding)),
    surround(around) {
      surrounding = around;
    },
    close() {
      engine.close();
    },
  };
}
