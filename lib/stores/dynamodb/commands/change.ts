/** A change of a collection, and what becomes of it. */
import type { TransactItem } from './conditional.ts';

export interface Change {
  /** The writes of this change, given its number; their conditions decide whether it takes place. */
  readonly items: (seq: number) => TransactItem[];
  /** Attributes of the counter's item that change with it. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Added to the counter's set of duration classes. */
  readonly classes?: readonly string[];
  /** Numbers on the counter's item as they were read: when one has moved since, the change is lost. */
  readonly asRead?: Readonly<Record<string, number | undefined>>;
  /** Attribute of the counter's item that receives the number of the last of such changes. */
  readonly latest?: string;
  /** Attribute of the counter's item that receives the number of this change. Nothing shares its transaction. */
  readonly mark?: string;
}

/**
 * The change's number; or `lost`: a condition of the change did not hold; or `missing`: there is no such collection.
 */
export type Outcome = number | 'lost' | 'missing';

export interface Waiting extends Change {
  readonly settle: (outcome: Outcome) => void;
  readonly fail: (error: unknown) => void;
}
