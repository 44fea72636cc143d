/** What of an answer a seed may hold: a service sets the other fields by itself. */
import type { Schema } from '#lib/api/schema';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that the schema knows and that are not read-only, at every depth. */
export function writable(schema: Schema, value: unknown): unknown {
  const { properties, items } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item: unknown) => writable(items, item));
  if (!isObject(value) || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return field === undefined || field.readOnly === true || inner === undefined
        ? []
        : [[name, writable(field, inner)]];
    }),
  );
}

/** Without fields that say nothing: absent ones, empty lists and empty objects. */
export const withoutEmpty = <T extends object>(value: T): T =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([, inner]: [string, unknown]) =>
        inner !== undefined &&
        !(Array.isArray(inner) && inner.length === 0) &&
        !(isObject(inner) && Object.keys(inner).length === 0),
    ),
  ) as T;
