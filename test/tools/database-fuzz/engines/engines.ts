/** A database under test: commands go in as our stores send them, and what its streams say can be read. */
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
import type { Deliberate } from './answer-changes.ts';

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
  /** The changes of a table, in order, up to the insertion of the item `LAST`. */
  changes(tableName: string): Promise<Change[]>;
  drop(): Promise<void>;
}

export interface Engine {
  /** In what ours differs from it on purpose. */
  readonly deliberate: readonly Deliberate[];
  open(shapes: readonly Shape[]): Promise<Tables>;
  close(): Promise<void>;
}

/** Put into each table at the end of an episode. */
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

/** The SDK writes into what it is given: every command gets its own copy. */
export const sdkCommand = (name: CommandName, input: Item): object =>
  new CLASSES[name](structuredClone(input) as never);

export const sender =
  (documents: Pick<DynamoDBDocumentClient, 'send'>): Tables['send'] =>
  (command) =>
    documents.send(command as never);
