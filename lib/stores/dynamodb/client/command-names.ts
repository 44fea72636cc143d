/** Commands of the document client by the names that DynamoDB has for them; class names are lost in a minified bundle. */
import {
  BatchExecuteStatementCommand,
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

const NAMES = [
  [GetCommand, 'GetItem'],
  [PutCommand, 'PutItem'],
  [UpdateCommand, 'UpdateItem'],
  [DeleteCommand, 'DeleteItem'],
  [QueryCommand, 'Query'],
  [ScanCommand, 'Scan'],
  [BatchGetCommand, 'BatchGetItem'],
  [BatchWriteCommand, 'BatchWriteItem'],
  [BatchExecuteStatementCommand, 'BatchExecuteStatement'],
  [TransactGetCommand, 'TransactGetItems'],
  [TransactWriteCommand, 'TransactWriteItems'],
] as const;

export type CommandName = (typeof NAMES)[number][1];

export interface Command {
  readonly input: object;
}

const byClass = new Map<unknown, CommandName>(NAMES);

/** Undefined for a command that our stores do not use. */
export const nameOf = (command: Command): CommandName | undefined => byClass.get(command.constructor);
