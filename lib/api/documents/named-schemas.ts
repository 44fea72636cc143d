/** The resources that operations speak of, each under its own name. */
import type { Operation } from '#lib/api/operation';
import type { Schema } from '#lib/api/schema';

interface Use {
  readonly schema: Schema;
  /** A field's description and restrictions are the field's; in any other place they are the resource's own. */
  readonly isField: boolean;
}

function withoutUse({ schema, isField }: Use): Schema {
  const { readOnly: _readOnly, deprecated: _deprecated, requiredBy: _requiredBy, ...resource } = schema;
  return isField ? { ...resource, description: '' } : schema;
}

function* usesWithin(schema: Schema): Generator<Use> {
  for (const inner of [schema.items, schema.additionalProperties])
    if (inner !== undefined) yield* usesOf({ schema: inner, isField: false });
  for (const inner of Object.values(schema.properties ?? {})) yield* usesOf({ schema: inner, isField: true });
}

function* usesOf(use: Use): Generator<Use> {
  if (use.schema.id !== undefined) yield use;
  yield* usesWithin(use.schema);
}

/**
 * By name, the description left empty where only fields use a resource. Throws when two different resources claim one
 * name.
 */
export function namedSchemas(operations: readonly Operation[]): Map<string, Schema> {
  const found = new Map<string, Use>();
  for (const { id, body, returns } of operations) {
    for (const schema of [body, returns]) {
      if (schema === undefined) continue;
      for (const use of usesOf({ schema, isField: false })) {
        const name = use.schema.id ?? '';
        const known = found.get(name);
        if (known !== undefined && known.schema.properties !== use.schema.properties)
          throw new Error(`${id}: '${name}' names two different resources`);
        if (known === undefined || (known.isField && !use.isField)) found.set(name, use);
      }
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, use]) => [name, withoutUse(use)]));
}
