/**
 * A description as flat facts, `calendar.events.list.parameters.q.type` = `string`, so that a difference names its
 * place.
 */
export type Facts = Readonly<Record<string, string>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Order matters in `parameterOrder` and nowhere else. */
const listed = (place: string, values: readonly unknown[]): string =>
  (place.endsWith('.parameterOrder') ? values.map(String) : values.map(String).toSorted()).join(' ');

export function factsOf(place: string, value: unknown): Facts {
  if (Array.isArray(value)) return { [place]: listed(place, value) };
  if (!isRecord(value)) return { [place]: String(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => factsOf(`${place}.${name}`, inner)),
  ) as Facts;
}

/** Words are ours, and what the published documents do not say about a field is no difference. */
const OURS_ALONE = new Set(['description', 'enumDescriptions', 'readOnly', 'deprecated', 'id']);

/** The part of a parameter or schema that the published facts hold; field names are kept whatever they are. */
export function stripped(schema: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !OURS_ALONE.has(keyword))
      .map(([keyword, value]: [string, unknown]) => {
        if (keyword === 'properties' && isRecord(value)) return [keyword, strippedEach(value)];
        return [keyword, isRecord(value) && keyword !== 'annotations' ? stripped(value) : value];
      }),
  );
}

export const strippedEach = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, isRecord(field) ? stripped(field) : field]));
