/** What a database answers to a command. */
import type { Item } from '#test/tools/database-fuzz/commands/values';

export interface Page extends Item {
  readonly Items?: readonly Item[];
  readonly Count?: number;
  readonly ScannedCount?: number;
  readonly LastEvaluatedKey?: Item;
}

export interface Refusal {
  readonly name: string;
  readonly message: string;
  readonly Item?: unknown;
  readonly CancellationReasons?: unknown;
}

export type Answer =
  | { readonly pages: readonly Page[]; readonly refusal?: undefined }
  | { readonly refusal: Refusal; readonly pages?: undefined };
