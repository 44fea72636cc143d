/**
 * The databases under test: this folder sends commands to both and compares their answers.
 * This file has their common interface, implemented by `embedded.ts` (ours) and `dynamodb-local.ts`.
 * `answers.ts` puts answers into a comparable form, `differences.ts` lists intended differences, `compare.ts` compares,
 * and `invariants.ts` checks streams and indexes against the tables.
 */
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
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
  send(command: object): Promise<object>;
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

const CLASSES: Readonly<Record<CommandName, new (input: never) => object>> = {
  Get: GetCommand,
  BatchGet: BatchGetCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  Put: PutCommand,
  Update: UpdateCommand,
  Delete: DeleteCommand,
  BatchWrite: BatchWriteCommand,
  TransactGet: TransactGetCommand,
  TransactWrite: TransactWriteCommand,
  BatchExecuteStatement: BatchExecuteStatementCommand,
};

/** The SDK changes its input: every command gets a copy. */
export const sdkCommand = (name: CommandName, input: Item): object =>
  new CLASSES[name](structuredClone(input) as never);

export const sender =
  (documents: Pick<DynamoDBDocumentClient, 'send'>): Tables['send'] =>
  (command) =>
    documents.send(command as never);
