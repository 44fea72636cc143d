/** The form that all commands share: an input, and an answer with what it cost. */

export interface CommandInput {
  readonly TableName?: string | undefined;
  readonly ReturnConsumedCapacity?: string | undefined;
}

export interface Answer {
  /** Capacity units by table. */
  readonly units: ReadonlyMap<string, number>;
  readonly [field: string]: unknown;
}
