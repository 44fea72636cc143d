/** What is wrong with a seed, and where: every problem is collected, so that one look at the file is enough. */
import { cleanBody, InvalidBody } from '#lib/api/check';
import { ApiError } from '#lib/api/errors';
import type { Details, Schema } from '#lib/api/schema';
import { didYouMean } from '#lib/command/nearest';

export type Path = readonly (string | number)[];

export interface Problem {
  readonly path: Path;
  readonly message: string;
}

export const itemText = (path: string, index: number): string => `${path}[${String(index)}]`;
export const fieldText = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** `users[0].events[2].start` */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? itemText(text, step) : fieldText(text, step)), '');

/** Fields that name this operation in `requiredBy` must be there. */
export const SEED_OPERATION = 'almanac.world.seed';
export const NEEDED: Details = { requiredBy: [SEED_OPERATION] };

function objectProblems(schema: Schema, value: object, path: Path): Problem[] {
  const { properties, additionalProperties } = schema;
  if (properties === undefined && additionalProperties === undefined) return [];
  const missing = Object.entries(properties ?? {})
    .filter(([name, field]) => field.requiredBy?.includes(SEED_OPERATION) === true && !Object.hasOwn(value, name))
    .map(([name]) => ({ path, message: `${name} is missing.` }));
  const wrong = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const field =
      properties === undefined ? additionalProperties : Object.hasOwn(properties, name) ? properties[name] : undefined;
    const here = [...path, name];
    if (field === undefined)
      return [{ path: here, message: `There is no '${name}' here.${didYouMean(name, Object.keys(properties ?? {}))}` }];
    if (field.readOnly === true) return [{ path: here, message: `The service sets '${name}' by itself.` }];
    return inner === null ? [] : schemaProblems(field, inner, here);
  });
  return [...missing, ...wrong];
}

/** Unlike a body of a request, a seed may not hold fields that nothing reads. */
export function schemaProblems(schema: Schema, value: unknown, path: Path = []): Problem[] {
  const { items } = schema;
  if (schema.type === 'array' && Array.isArray(value) && items !== undefined)
    return value.flatMap((item: unknown, index) => schemaProblems(items, item, [...path, index]));
  if (schema.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return objectProblems(schema, value, path);
  try {
    cleanBody(schema, value, String(path.at(-1) ?? 'The seed'));
    return [];
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw error;
    return [{ path, message: error.message }];
  }
}

export interface Findings {
  readonly problems: readonly Problem[];
  add(path: Path, message: string): void;
  /** What a rule answers; undefined, and a problem at this place, when it refuses. */
  ask<T>(path: Path, rule: () => T): T | undefined;
}

export function findings(): Findings {
  const problems: Problem[] = [];
  const add = (path: Path, message: string): void => {
    problems.push({ path, message });
  };
  return {
    problems,
    add,
    ask(path, rule) {
      try {
        return rule();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        add(path, error.message);
        return undefined;
      }
    },
  };
}

/** Nothing of the seed was applied. */
export class WrongSeed extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${pathText(path)}: ${message}`).join('\n'));
    this.problems = problems;
  }
}
