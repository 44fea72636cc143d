/**
 * The database of a laptop: SQLite in this process, which executes the commands of Amazon's document client as DynamoDB
 * would.
 *
 * A command goes through `document-client.ts` to its file in `commands/`; `expressions/` compiles its expressions;
 * `storage/table.ts` keeps items as rows, with extra columns for the indexes; `values/` has the types of attribute
 * values. An item is JSON text in one column (`values/item-text.ts`), so a read is a look-up and a `JSON.parse`. A
 * write and its stream record are one transaction. DynamoDB features that our stores do not use are refused by name.
 */
import type { DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { documentClient } from './document-client.ts';
import { Engine } from './storage/engine.ts';

export interface EmbeddedOptions {
  /** A file path, or `memory`. */
  readonly file: string;
  readonly now?: () => number;
}

export interface Embedded {
  readonly engine: Engine;
  /** A separate client on the same data. */
  connect(): DocumentClient;
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
