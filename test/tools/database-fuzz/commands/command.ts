/** One command, as both databases get it. */
import type { Item } from './values.ts';

export type CommandName =
  | 'Get'
  | 'BatchGet'
  | 'Query'
  | 'Scan'
  | 'Put'
  | 'Update'
  | 'Delete'
  | 'BatchWrite'
  | 'TransactGet'
  | 'TransactWrite'
  | 'BatchExecuteStatement';

export interface Command {
  readonly name: CommandName;
  readonly input: Item;
  /** Read all pages of the query or scan. */
  readonly readsAllPages?: boolean;
}
