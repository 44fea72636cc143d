/** The form of seed files as JSON Schema, for editors. */
import type { Schema } from '#lib/api/schema';
import { SEED_OPERATION } from './problem.ts';
import { Seed } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

function jsonSchema(schema: Schema): Json {
  const { type, description, enum: values, items, properties, additionalProperties } = schema;
  const fields = Object.entries(properties ?? {}).filter(([, field]) => field.readOnly !== true);
  const required = fields.filter(([, field]) => field.requiredBy?.includes(SEED_OPERATION)).map(([name]) => name);
  return {
    // Numbers are taken for their digits.
    ...(type !== 'any' && { type: type === 'string' && values === undefined ? ['string', 'number', 'boolean'] : type }),
    ...(description !== '' && { description }),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: jsonSchema(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, jsonSchema(field)])),
      additionalProperties: false,
    }),
    ...(additionalProperties !== undefined && { additionalProperties: jsonSchema(additionalProperties) }),
    ...(required.length > 0 && { required }),
  };
}

export const seedJsonSchema = (): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Almanac seed',
  ...jsonSchema(Seed),
});
