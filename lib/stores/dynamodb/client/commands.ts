/**
 * The commands of DynamoDB that our stores use, with the names and types of Amazon's document client and none of its
 * code, whose loading takes 0.1 s of processor time in every process and function.
 */
import type {
  BatchExecuteStatementCommandInput,
  BatchExecuteStatementCommandOutput,
  BatchGetCommandInput,
  BatchGetCommandOutput,
  BatchWriteCommandInput,
  BatchWriteCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  TransactGetCommandInput,
  TransactGetCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';

export type {
  PutCommandInput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';

/** As DynamoDB's protocol has it. */
export type CommandName =
  | 'BatchExecuteStatement'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'Scan'
  | 'TransactGetItems'
  | 'TransactWriteItems'
  | 'UpdateItem';

export interface Command<Output = unknown> {
  readonly name: CommandName;
  readonly input: object;
  /** Only a type: what `send` answers. */
  readonly output?: Output;
}

/** Plain values in and out, whichever database answers. */
export interface DocumentClient {
  send<Output>(command: Command<Output>): Promise<Output>;
  destroy(): void;
}

const command = <Input extends object, Output>(name: CommandName) =>
  class implements Command<Output> {
    readonly name = name;
    readonly input: Input;
    declare readonly output?: Output;

    constructor(input: Input) {
      this.input = input;
    }
  };

export class GetCommand extends command<GetCommandInput, GetCommandOutput>('GetItem') {}
export class PutCommand extends command<PutCommandInput, PutCommandOutput>('PutItem') {}
export class UpdateCommand extends command<UpdateCommandInput, UpdateCommandOutput>('UpdateItem') {}
export class DeleteCommand extends command<DeleteCommandInput, DeleteCommandOutput>('DeleteItem') {}
export class QueryCommand extends command<QueryCommandInput, QueryCommandOutput>('Query') {}
export class ScanCommand extends command<ScanCommandInput, ScanCommandOutput>('Scan') {}
export class BatchGetCommand extends command<BatchGetCommandInput, BatchGetCommandOutput>('BatchGetItem') {}
export class BatchWriteCommand extends command<BatchWriteCommandInput, BatchWriteCommandOutput>('BatchWriteItem') {}
export class BatchExecuteStatementCommand extends command<
  BatchExecuteStatementCommandInput,
  BatchExecuteStatementCommandOutput
>('BatchExecuteStatement') {}
export class TransactGetCommand extends command<TransactGetCommandInput, TransactGetCommandOutput>(
  'TransactGetItems',
) {}
export class TransactWriteCommand extends command<TransactWriteCommandInput, TransactWriteCommandOutput>(
  'TransactWriteItems',
) {}
