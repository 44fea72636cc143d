/**
 * The databases under test: this folder sends commands to both and compares their answers.
 * This file has their common interface, implemented by `embedded.ts` (ours) and `dynamodb-local.ts`.
 * `answers.ts` puts answers into a comparable form, `differences.ts` lists intended differences, `compare.ts` compares,
 * and `invariants.ts` checks streams and indexes against the tables.
 */
import type { CommandName } from '#test/tools/database-fuzz/commands/command';
import type { Shape } from '#test/tools/database-fuzz/commands/tables';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import type { IntendedDifference } from './answer-changes.ts';

/** A record of a stream. */
export interface Change {
  readonly eventName: string;
  readonly keys: Item;
  readonly oldImage?: Item | undefined;
  readonly newImage?: Item | undefined;
}

/** Tables of one episode in a database. */
export interface Tables {
  send(name: CommandName, input: Item): Promise<object>;
  /** The changes of a table in order, up to the insertion of the item `LAST`. */
  changes(tableName: string): Promise<Change[]>;
  drop(): Promise<void>;
}

export interface Engine {
  /** Intended differences between ours and this one. */
  readonly intendedDifferences: readonly IntendedDifference[];
  open(shapes: readonly Shape[]): Promise<Tables>;
  close(): Promise<void>;
}

/** Inserted into each table at the end of an episode. */
export const LAST = { pk: 'last', sk: 'last' } as const;
export const isLast = ({ keys }: Change): boolean => keys['pk'] === LAST.pk;

/** Of our client, or of Amazon's. */
export type Commands = Readonly<Record<`${CommandName}Command`, new (input: never) => object>>;

/** The SDK changes its input: every command gets a copy. */
export const sender =
  (documents: { send(command: never): Promise<unknown> }, commands: Commands): Tables['send'] =>
  (name, input) =>
    documents.send(new commands[`${name}Command`](structuredClone(input) as never) as never) as Promise<object>;
