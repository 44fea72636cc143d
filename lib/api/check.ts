/** Checks values against schemas: parameters come as text and are converted, bodies come as JSON and are cleaned. */
import { badRequest, invalidParameter, missingParameter } from './errors.ts';
import type { Fields, Schema } from './schema.ts';

const INT_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-2147483648n, 2147483647n],
  uint32: [0n, 4294967295n],
  int64: [-9223372036854775808n, 9223372036854775807n],
};

/** The value in the declared spelling, or undefined when it is none of the enum's. */
function memberOf(schema: Schema, value: string): string | undefined {
  const alias = (schema.aliases && Object.hasOwn(schema.aliases, value) ? schema.aliases[value] : undefined) ?? value;
  if (schema.enum === undefined || schema.enum.includes(alias)) return alias;
  return schema.anyCase === true
    ? schema.enum.find((member) => member.toLowerCase() === alias.toLowerCase())
    : undefined;
}

function rangeOf(schema: Schema): readonly [bigint, bigint] {
  const [lowest, highest] = INT_RANGES[schema.format ?? 'int32'] ?? [0n, 0n];
  return [
    schema.minimum === undefined ? lowest : BigInt(schema.minimum),
    schema.maximum === undefined ? highest : BigInt(schema.maximum),
  ];
}

function checkedInteger(name: string, schema: Schema, text: string): bigint {
  const [lowest, highest] = rangeOf(schema);
  if (!/^[+-]?\d{1,20}$/.test(text)) throw invalidParameter(name, `Invalid integer value: '${text}'.`);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value < lowest || value > highest) {
    throw invalidParameter(
      name,
      `Invalid value '${text}'. Values must be within the range: [${String(lowest)}, ${String(highest)}]`,
    );
  }
  return value;
}

function parseBoolean(name: string, text: string): boolean {
  if (/^(true|1)$/i.test(text)) return true;
  if (/^(false|0)$/i.test(text)) return false;
  throw invalidParameter(name, `Invalid boolean value: '${text}'.`);
}

function parseParameter(name: string, schema: Schema, text: string): unknown {
  if (schema.type === 'boolean') return parseBoolean(name, text);
  if (schema.type === 'integer')
    return Math.min(Number(checkedInteger(name, schema, text)), schema.ceiling ?? Infinity);
  if (schema.type === 'number') {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw invalidParameter(name, `Invalid number: '${text}'.`);
    return value;
  }
  if (schema.format === 'int64') return checkedInteger(name, schema, text).toString();
  const member = memberOf(schema, text);
  if (member === undefined)
    throw invalidParameter(
      name,
      `Invalid string value: '${text}'. Allowed values: [${(schema.enum ?? []).join(', ')}]`,
    );
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(member))
    throw invalidParameter(name, `Invalid value '${text}'.`);
  return member;
}

/** Converts and checks parameters; `read` gives every value sent under a name, in order. */
export function checkParameters(fields: Fields, read: (name: string) => readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const values = read(name);
    const last = values.at(-1);
    if (schema.repeated === true) {
      if (last !== undefined) result[name] = values.map((value) => parseParameter(name, schema, value));
    } else if (last !== undefined && (last !== '' || (schema.optional === true && schema.blankIsAbsent !== true))) {
      result[name] = parseParameter(name, schema, last);
    } else if (schema.default !== undefined) {
      result[name] = schema.default;
    } else if (schema.optional !== true) {
      const { whenMissing } = schema;
      throw whenMissing === undefined
        ? missingParameter(name)
        : badRequest(whenMissing.reason, whenMissing.message, { parameter: name });
    }
  }
  return result;
}

export class InvalidBody extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const refuse = (field: string, expected: string, value: unknown): never => {
  throw new InvalidBody(
    field,
    `${field === '' ? 'The body' : `'${field}'`} must be ${expected}, not ${kindOf(value)}.`,
  );
};

function cleanInteger(schema: Schema, value: unknown, field: string): bigint {
  const text =
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number' && Number.isInteger(value)
        ? BigInt(value).toString()
        : '';
  if (!/^-?\d{1,20}$/.test(text)) return refuse(field, 'a whole number', value);
  const [lowest, highest] = INT_RANGES[schema.format ?? 'int32'] ?? [0n, 0n];
  const integer = BigInt(text);
  if (integer < lowest || integer > highest)
    throw new InvalidBody(field, `'${field}' must be between ${String(lowest)} and ${String(highest)}.`);
  return integer;
}

function cleanString(schema: Schema, value: unknown, field: string): string {
  if (schema.format === 'int64') return cleanInteger(schema, value, field).toString();
  // As Google does, numbers are taken for their digits; whatever reads JSON has made them short by then.
  const isTaken = typeof value === 'number' || (schema.coerce === true && typeof value === 'boolean');
  const text = isTaken ? String(value) : value;
  if (typeof text !== 'string') return refuse(field, 'text', value);
  const member = memberOf(schema, text);
  if (member === undefined)
    throw new InvalidBody(field, `'${field}' must be one of ${(schema.enum ?? []).join(', ')}, not '${text}'.`);
  return member;
}

function cleanObject(schema: Schema, value: object, field: string, keepNulls: boolean): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const known =
      schema.properties === undefined
        ? schema.additionalProperties
        : Object.hasOwn(schema.properties, name)
          ? schema.properties[name]
          : undefined;
    if (known === undefined || known.readOnly === true || name === '__proto__') continue;
    if (inner === null && !keepNulls) continue;
    result[name] = inner === null ? null : cleanBody(known, inner, field === '' ? name : `${field}.${name}`, keepNulls);
  }
  return result;
}

/**
 * The body without unknown and read-only fields, numbers and texts in their declared form. `null` means "not set" and
 * vanishes, except in a merge patch, where it means "clear" and stays.
 */
export function cleanBody(schema: Schema, value: unknown, field = '', keepNulls = false): unknown {
  if (schema.unchecked === true) return value;
  switch (schema.type) {
    case 'any':
      return value;
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : value === 'true' || (value === 'false' ? false : refuse(field, 'true or false', value));
    case 'integer':
      return Number(cleanInteger(schema, value, field));
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : refuse(field, 'a number', value);
    }
    case 'string':
      return cleanString(schema, value, field);
    case 'array': {
      if (!Array.isArray(value)) return refuse(field, 'a list', value);
      const { items } = schema;
      return items === undefined
        ? value
        : value.map((item: unknown, index) => cleanBody(items, item, `${field}[${String(index)}]`));
    }
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? cleanObject(schema, value, field, keepNulls)
        : refuse(field, 'an object', value);
  }
}
