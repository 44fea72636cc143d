/** The types in which kinds of files describe their columns. */

export type ColumnType = 'text' | 'id' | 'customer' | 'integer' | 'number' | 'date' | 'time' | 'boolean' | 'json';

/** Texts that must be known elsewhere, too. */
export type Form = 'currency' | 'zone';

/** What JSON must be besides JSON. */
export type Shape = 'metrics' | 'dimensions' | 'lines' | 'definition';

interface Options {
  readonly oneOf?: readonly string[];
  readonly form?: Form;
  /** The least and the greatest of whole numbers. */
  readonly between?: readonly [number, number];
  readonly shape?: Shape;
  /** In bytes; what is kept in the table has little room, and keys have less. */
  readonly longest?: number;
}

export interface Column extends Options {
  readonly name: string;
  readonly type: ColumnType;
  readonly isRequired: boolean;
}

const column = (name: string, type: ColumnType, isRequired: boolean, options: Options = {}): Column => ({
  name,
  type,
  isRequired,
  ...options,
});
export const requiredColumn = (name: string, type: ColumnType = 'text', options?: Options): Column =>
  column(name, type, true, options);
export const optionalColumn = (name: string, type: ColumnType = 'text', options?: Options): Column =>
  column(name, type, false, options);

/** Of texts that are part of a key. */
export const MAX_KEY_LENGTH = 512;
export const STATUSES = ['Active', 'Paused', 'Removed'];
export const DEVICES = ['Desktop', 'Mobile', 'Tablet', 'Other'];
/** Milliseconds since 1970, to the end of the year 9999. */
export const MOMENTS = { between: [0, 253_402_300_799_999] } as const;
