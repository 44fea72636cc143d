/**
 * The types in which operations describe parameters and bodies. A schema value is plain data in the vocabulary of the
 * discovery format, so validation, types, discovery and OpenAPI all read the same object.
 */

export type Format =
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'double'
  | 'float'
  | 'byte'
  | 'date'
  | 'date-time'
  | 'google-datetime'
  | 'google-fieldmask';

export interface Details {
  readonly format?: Format;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A larger value is silently lowered to this one; not published. */
  readonly ceiling?: number;
  /** The server sets it: dropped from request bodies. */
  readonly readOnly?: boolean;
  readonly deprecated?: boolean;
  /** Ids of the methods that refuse a body without this field (published as an annotation, checked by the rule). */
  readonly requiredBy?: readonly string[];
  /** How its absence is worded, where that differs from other required parameters. */
  readonly whenMissing?: { readonly reason: string; readonly message: string };
  /** Input spellings that mean one of the enum's values. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Compared without regard to case, answered in the declared spelling. */
  readonly anyCase?: boolean;
  /** Booleans, too, are accepted and turned into text; numbers always are. */
  readonly coerce?: boolean;
  /** A parameter that is sent without a value counts as not sent: some clients send what they do not have. */
  readonly blankIsAbsent?: boolean;
  /** Passed to the operation unchanged. */
  readonly unchecked?: boolean;
}

export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'any';

declare const STATIC: unique symbol;

export interface Schema<T = unknown> extends Details {
  readonly type: SchemaType;
  readonly description: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  /** A name of its own in the discovery document's `schemas`. */
  readonly id?: string;
  readonly optional?: boolean;
  readonly default?: unknown;
  readonly repeated?: boolean;
  readonly [STATIC]?: T;
}

export type OptionalSchema<T> = Schema<T> & { readonly optional: true };
export type Fields = Readonly<Record<string, Schema>>;

/** The TypeScript type of a value that has passed the schema. */
export type Static<S> = S extends Schema<infer T> ? T : never;

type RequiredKeys<F> = { [K in keyof F]: F[K] extends { readonly optional: true } ? never : K }[keyof F];
/** Parameters: present unless declared `optional`. */
export type StaticParameters<F> = { [K in RequiredKeys<F>]: Static<F[K]> } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: Static<F[K]> | undefined;
};
/** Fields of a resource: every one may be absent, as on the wire. */
export type StaticFields<F> = { -readonly [K in keyof F]?: Static<F[K]> | undefined };
/** A merge patch of `T`: `null` clears a field, arrays replace. */
export type Patch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Patch<T[K]> | null | undefined }
    : T;

export const string = (description: string, details: Details = {}): Schema<string> => ({
  type: 'string',
  description,
  ...details,
});
export const integer = (description: string, details: Details = {}): Schema<number> => ({
  type: 'integer',
  format: 'int32',
  description,
  ...details,
});
export const number = (description: string, details: Details = {}): Schema<number> => ({
  type: 'number',
  format: 'double',
  description,
  ...details,
});
export const boolean = (description: string, details: Details = {}): Schema<boolean> => ({
  type: 'boolean',
  description,
  ...details,
});
/** 64-bit integers travel as decimal strings. */
export const int64 = (description: string, details: Details = {}): Schema<string> => ({
  type: 'string',
  format: 'int64',
  description,
  ...details,
});
export const dateTime = (description: string, details: Details = {}): Schema<string> => ({
  type: 'string',
  format: 'date-time',
  description,
  ...details,
});
export const date = (description: string, details: Details = {}): Schema<string> => ({
  type: 'string',
  format: 'date',
  description,
  ...details,
});
export const any = (description: string, details: Details = {}): Schema<unknown> => ({
  type: 'any',
  description,
  ...details,
});

/** One of the named values; each name comes with what it means. */
export const oneOf = <const V extends Readonly<Record<string, string>>>(
  description: string,
  values: V,
  details: Details = {},
): Schema<keyof V & string> => ({
  type: 'string',
  description,
  enum: Object.keys(values),
  enumDescriptions: Object.values(values),
  ...details,
});

export const array = <T>(description: string, items: Schema<T>, details: Details = {}): Schema<T[]> => ({
  type: 'array',
  description,
  items,
  ...details,
});
/** A map from any key to one kind of value. */
export const record = <T>(
  description: string,
  values: Schema<T>,
  details: Details = {},
): Schema<Record<string, T>> => ({
  type: 'object',
  description,
  additionalProperties: values,
  ...details,
});
/** A nested object without a name of its own. */
export const object = <F extends Fields>(
  description: string,
  properties: F,
  details: Details = {},
): Schema<StaticFields<F>> => ({
  type: 'object',
  description,
  properties,
  ...details,
});
/** A named resource: appears once in the discovery document and is referred to from everywhere else. */
export const resource = <F extends Fields>(
  id: string,
  description: string,
  properties: F,
): Schema<StaticFields<F>> => ({
  type: 'object',
  id,
  description,
  properties,
});
/** The same resource used as a field, with its own description there. */
export const as = <T>(schema: Schema<T>, description: string, details: Details = {}): Schema<T> => ({
  ...schema,
  description,
  ...details,
});

/** Published as this schema, but held against it by the rule: in a batch, one bad entry must not stop the others. */
export const unchecked = (schema: Schema): Schema => ({ ...schema, unchecked: true });

export const optional = <T>(schema: Schema<T>): OptionalSchema<T> => ({ ...schema, optional: true });
/** A parameter that may be left out and then has this value. */
export const withDefault = <T>(schema: Schema<T>, value: T): Schema<T> => ({ ...schema, default: value });
/** A query parameter given any number of times. */
export const repeated = <T>(schema: Schema<T>): OptionalSchema<T[]> =>
  ({ ...schema, repeated: true, optional: true }) as OptionalSchema<T[]>;
