/**
 * The commands of DynamoDB, one file each: this folder turns a command's input into reads and writes of tables.
 * Read this file (the shared form of inputs and answers), then `checks.ts`, `reads.ts` and `query.ts`, then
 * `write-one.ts`, on which `single-writes.ts` and `transact-write.ts` are built.
 */

export interface CommandInput {
  readonly TableName?: string | undefined;
  readonly ReturnConsumedCapacity?: string | undefined;
}

export interface Answer {
  /** Capacity units per table. */
  readonly units: ReadonlyMap<string, number>;
  readonly [field: string]: unknown;
}
