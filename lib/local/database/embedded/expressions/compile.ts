/**
 * DynamoDB's expressions: this folder parses their text and evaluates them on items.
 * This file is the entry: it compiles each text once and caches it. `tokens.ts` splits the text and `paths.ts` reads
 * attribute paths; one file each handles conditions, key conditions, projections and updates (`changes.ts` applies an
 * update).
 */
import { invalid } from '#lib/local/database/embedded/values/errors';
import { nameFault, normalised, type Value } from '#lib/local/database/embedded/values/values';
import { compileCondition, type CompiledCondition } from './conditions.ts';
import { compileKeyCondition, type CompiledKeyCondition } from './key-conditions.ts';
import type { Parameters, UsedPlaceholders } from './paths.ts';
import { compileProjection, type CompiledProjection } from './projections.ts';
import { TokenReader } from './tokens.ts';
import { compileUpdate, type CompiledUpdate } from './updates.ts';

interface Compiled {
  readonly KeyConditionExpression: CompiledKeyCondition;
  readonly ConditionExpression: CompiledCondition;
  readonly FilterExpression: CompiledCondition;
  readonly ProjectionExpression: CompiledProjection;
  readonly UpdateExpression: CompiledUpdate;
}

type Kind = keyof Compiled;

const COMPILERS: { readonly [K in Kind]: (reader: TokenReader, uses: UsedPlaceholders) => Compiled[K] } = {
  KeyConditionExpression: compileKeyCondition,
  ConditionExpression: compileCondition,
  FilterExpression: compileCondition,
  ProjectionExpression: compileProjection,
  UpdateExpression: compileUpdate,
};

/** In the order in which DynamoDB checks them. */
const KINDS = Object.keys(COMPILERS) as Kind[];
const MAX_CACHED = 1_000;
const MAX_EXPRESSION_BYTES = 4_096;

interface CachedExpression {
  readonly uses: UsedPlaceholders;
  readonly compiled: Compiled[Kind];
}

const cache = new Map<string, CachedExpression>();

function compile(kind: Kind, text: string): CachedExpression {
  const key = `${kind} ${text}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (Buffer.byteLength(text) > MAX_EXPRESSION_BYTES) {
    throw invalid(`Invalid ${kind}: Expression size has exceeded the maximum allowed size;`);
  }
  const uses: UsedPlaceholders = {
    names: new Set(),
    values: new Set(),
    nestedAttributes: new Set(),
    attributes: new Set(),
  };
  const made = { uses, compiled: COMPILERS[kind](new TokenReader(text, kind), uses) };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, made);
  return made;
}

export interface ExpressionInput {
  readonly KeyConditionExpression?: string | undefined;
  readonly ConditionExpression?: string | undefined;
  readonly FilterExpression?: string | undefined;
  readonly ProjectionExpression?: string | undefined;
  readonly UpdateExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

export interface Expressions {
  readonly parameters: Parameters;
  /** Attributes that the expressions access by a nested path. */
  readonly nestedAttributes: ReadonlySet<string>;
  /** Attributes that the filter and the projection name. */
  readonly read: { readonly filter: readonly string[]; readonly projection: readonly string[] };
  readonly keys: CompiledKeyCondition | undefined;
  readonly condition: CompiledCondition['holds'] | undefined;
  readonly filter: CompiledCondition['holds'] | undefined;
  readonly projection: CompiledProjection['project'] | undefined;
  readonly update: CompiledUpdate | undefined;
}

const NOTHING: Expressions = {
  parameters: { names: {}, values: {} },
  nestedAttributes: new Set(),
  read: { filter: [], projection: [] },
  keys: undefined,
  condition: undefined,
  filter: undefined,
  projection: undefined,
  update: undefined,
};

const PARAMETERS = ['ExpressionAttributeNames', 'ExpressionAttributeValues'] as const;

const isEmpty = (given: object): boolean => Object.keys(given).length === 0;

const kindsIn = (input: ExpressionInput): Kind[] => KINDS.filter((kind) => input[kind] !== undefined);

/** Reads of single items are refused for these before it is known whether their table exists. */
export function checkHasExpressions(input: ExpressionInput): void {
  for (const name of PARAMETERS) {
    const given = input[name];
    if (given !== undefined && !isEmpty(given) && kindsIn(input).length === 0)
      throw invalid(`${name} can only be specified when using expressions`);
  }
}

function readParameters(input: ExpressionInput): Parameters {
  for (const name of PARAMETERS) {
    const given = input[name];
    if (given !== undefined && isEmpty(given)) throw invalid(`${name} must not be empty`);
  }
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: given } = input;
  for (const [placeholder, name] of Object.entries(names)) {
    const fault = nameFault(name);
    if (fault !== undefined)
      throw invalid(`ExpressionAttributeNames contains invalid value: ${fault} for key ${placeholder}`);
  }
  const values: Record<string, Value> = {};
  for (const name in given) if (given[name] !== undefined) values[name] = normalised(given[name]);
  return { names, values };
}

function checkUses(kind: Kind, uses: UsedPlaceholders, { names, values }: Parameters): void {
  for (const name of uses.names) {
    if (names[name] === undefined) {
      throw invalid(
        `Invalid ${kind}: An expression attribute name used in the document path is not defined; attribute name: ${name}`,
      );
    }
  }
  for (const value of uses.values) {
    if (values[value] === undefined) {
      throw invalid(
        `Invalid ${kind}: An expression attribute value used in expression is not defined; attribute value: ${value}`,
      );
    }
  }
}

function checkUnused(name: string, given: object, used: ReadonlySet<string>): void {
  const unused = Object.keys(given).filter((placeholder) => !used.has(placeholder));
  if (unused.length > 0) throw invalid(`Value provided in ${name} unused in expressions: keys: {${unused.join(', ')}}`);
}

/** Reads all expressions of a command; throws for errors before any item is read or written. */
export function readExpressions(input: ExpressionInput): Expressions {
  const kinds = kindsIn(input);
  if (kinds.length === 0) {
    checkHasExpressions(input);
    return NOTHING;
  }
  const parameters = readParameters(input);
  const found: { -readonly [K in Kind]?: Compiled[K] } = {};
  const used: UsedPlaceholders = {
    names: new Set(),
    values: new Set(),
    nestedAttributes: new Set(),
    attributes: new Set(),
  };
  const attributesOf: Partial<Record<Kind, string[]>> = {};
  for (const kind of kinds) {
    const { uses, compiled } = compile(kind, input[kind] ?? '');
    checkUses(kind, uses, parameters);
    attributesOf[kind] = [...uses.attributes].map((name) => parameters.names[name] ?? name);
    for (const name of uses.names) used.names.add(name);
    for (const value of uses.values) used.values.add(value);
    for (const name of uses.nestedAttributes) used.nestedAttributes.add(parameters.names[name] ?? name);
    Object.assign(found, { [kind]: compiled });
  }
  checkUnused('ExpressionAttributeNames', parameters.names, used.names);
  checkUnused('ExpressionAttributeValues', parameters.values, used.values);
  found.ConditionExpression?.check(parameters);
  found.FilterExpression?.check(parameters);
  found.ProjectionExpression?.check(parameters);
  found.UpdateExpression?.places(parameters);
  return {
    parameters,
    nestedAttributes: used.nestedAttributes,
    read: { filter: attributesOf.FilterExpression ?? [], projection: attributesOf.ProjectionExpression ?? [] },
    keys: found.KeyConditionExpression,
    condition: found.ConditionExpression?.holds,
    filter: found.FilterExpression?.holds,
    projection: found.ProjectionExpression?.project,
    update: found.UpdateExpression,
  };
}
