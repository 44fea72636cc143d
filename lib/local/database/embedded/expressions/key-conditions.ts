/** The range of a partition that a query reads: `pk = :a AND begins_with(sk, :b)`. */
import { invalid } from '#lib/local/database/embedded/values/errors';
import type { Value } from '#lib/local/database/embedded/values/values';
import { checkBounds } from './conditions.ts';
import { resolvePath, readPath, type Parameters, type UsedPlaceholders } from './paths.ts';
import type { TokenReader } from './tokens.ts';

export type RangeOperator = '=' | '<' | '<=' | '>' | '>=' | 'BETWEEN' | 'begins_with';

interface Part {
  readonly nameOf: (parameters: Parameters) => string;
  readonly operator: RangeOperator;
  readonly literals: readonly string[];
}

export interface KeyRange {
  readonly operator: RangeOperator;
  readonly values: readonly Value[];
}

export interface KeyCondition {
  readonly hash: Value;
  readonly range: KeyRange | undefined;
}

export type CompiledKeyCondition = (
  parameters: Parameters,
  hashName: string,
  rangeName: string | undefined,
) => KeyCondition;

const OPERATORS: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=']);
const KIND = 'KeyConditionExpression';

function readLiteral(reader: TokenReader, uses: UsedPlaceholders): string {
  return reader.inParentheses(() => {
    const { kind, text } = reader.next();
    if (kind !== 'value')
      throw invalid(`Invalid ${KIND}: A key is compared with a value that comes with the expression.`);
    uses.values.add(text);
    return text;
  });
}

function readName(reader: TokenReader, uses: UsedPlaceholders): Part['nameOf'] {
  const path = reader.inParentheses(() => readPath(reader, uses));
  return (parameters) => String(resolvePath(path, parameters)[0]);
}

function readPrefix(reader: TokenReader, uses: UsedPlaceholders): Part {
  const name = reader.next().text;
  if (name !== 'begins_with') throw invalid(`Invalid ${KIND}: Invalid function name; function: ${name}`);
  reader.expectSign('(');
  const nameOf = readName(reader, uses);
  reader.expectSign(',');
  const literal = readLiteral(reader, uses);
  reader.expectSign(')');
  return { nameOf, operator: 'begins_with', literals: [literal] };
}

function readOperator(reader: TokenReader): RangeOperator {
  const { text } = reader.next();
  if (!OPERATORS.has(text)) throw invalid(`Invalid operator used in ${KIND}: ${text}`);
  return text as RangeOperator;
}

/** What `:a < sk` says, with the key first. */
const REVERSED: Readonly<Partial<Record<RangeOperator, RangeOperator>>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function readComparison(reader: TokenReader, uses: UsedPlaceholders): Part {
  if (reader.isValueNext()) {
    const literal = readLiteral(reader, uses);
    const operator = readOperator(reader);
    return { nameOf: readName(reader, uses), operator: REVERSED[operator] ?? operator, literals: [literal] };
  }
  const nameOf = readName(reader, uses);
  if (!reader.takeKeyword('BETWEEN'))
    return { nameOf, operator: readOperator(reader), literals: [readLiteral(reader, uses)] };
  const from = readLiteral(reader, uses);
  reader.expectKeyword('AND');
  return { nameOf, operator: 'BETWEEN', literals: [from, readLiteral(reader, uses)] };
}

function readPart(reader: TokenReader, uses: UsedPlaceholders): Part[] {
  if (reader.isGroupNext()) return reader.inParentheses(() => readParts(reader, uses));
  if (reader.isKeyword('NOT')) throw invalid(`Invalid operator used in ${KIND}: NOT`);
  const isFunction = reader.peek().kind === 'word' && reader.peek(1).text === '(';
  return [isFunction ? readPrefix(reader, uses) : readComparison(reader, uses)];
}

function readParts(reader: TokenReader, uses: UsedPlaceholders): Part[] {
  const parts = readPart(reader, uses);
  while (reader.takeKeyword('AND')) parts.push(...readPart(reader, uses));
  if (reader.isKeyword('OR')) throw invalid(`Invalid operator used in ${KIND}: OR`);
  return parts;
}

const notSupported = (): Error => invalid('Query key condition not supported');

export function compileKeyCondition(reader: TokenReader, uses: UsedPlaceholders): CompiledKeyCondition {
  const parts = readParts(reader, uses);
  reader.expectEnd();
  return (parameters, hashName, rangeName) => {
    for (const {
      operator,
      literals: [from = '', to = ''],
    } of parts) {
      if (operator === 'BETWEEN') checkBounds(KIND, from, to, parameters);
    }
    const hash = parts.find(({ nameOf }) => nameOf(parameters) === hashName);
    if (hash === undefined) throw invalid(`Query condition missed key schema element: ${hashName}`);
    if (hash.operator !== '=' || parts.length > 2) throw notSupported();
    const range = parts.find((part) => part !== hash);
    if (range !== undefined && range.nameOf(parameters) !== rangeName) {
      throw invalid(`Query condition missed key schema element: ${String(rangeName)}`);
    }
    const valueOf = (literal: string): Value => parameters.values[literal] ?? null;
    return {
      hash: valueOf(hash.literals[0] ?? ''),
      range: range && { operator: range.operator, values: range.literals.map(valueOf) },
    };
  };
}
