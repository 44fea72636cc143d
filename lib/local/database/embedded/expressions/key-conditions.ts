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
  const { kind, text } = reader.next();
  if (kind !== 'value')
    throw invalid(`Invalid ${KIND}: A key is compared with a value that comes with the expression.`);
  uses.values.add(text);
  return text;
}

function readPart(reader: TokenReader, uses: UsedPlaceholders): Part {
  if (reader.takeSign('(')) {
    if (reader.isSign('(')) throw invalid(`Invalid ${KIND}: The expression has redundant parentheses;`);
    const part = readPart(reader, uses);
    reader.expectSign(')');
    return part;
  }
  const isPrefix = reader.peek().kind === 'word' && reader.peek(1).text === '(';
  if (isPrefix) {
    const name = reader.next().text;
    if (name !== 'begins_with') throw invalid(`Invalid ${KIND}: Invalid function name; function: ${name}`);
    reader.expectSign('(');
  }
  const path = readPath(reader, uses);
  const nameOf = (parameters: Parameters): string => String(resolvePath(path, parameters)[0]);
  if (isPrefix) {
    reader.expectSign(',');
    const literal = readLiteral(reader, uses);
    reader.expectSign(')');
    return { nameOf, operator: 'begins_with', literals: [literal] };
  }
  if (reader.takeKeyword('BETWEEN')) {
    const from = readLiteral(reader, uses);
    reader.expectKeyword('AND');
    return { nameOf, operator: 'BETWEEN', literals: [from, readLiteral(reader, uses)] };
  }
  const { text } = reader.next();
  if (!OPERATORS.has(text)) throw invalid(`Invalid operator used in ${KIND}: ${text}`);
  return { nameOf, operator: text as RangeOperator, literals: [readLiteral(reader, uses)] };
}

const notSupported = (): Error => invalid('Query key condition not supported');

export function compileKeyCondition(reader: TokenReader, uses: UsedPlaceholders): CompiledKeyCondition {
  const parts = [readPart(reader, uses)];
  while (reader.takeKeyword('AND')) parts.push(readPart(reader, uses));
  if (reader.isKeyword('OR')) throw invalid(`Invalid operator used in ${KIND}: OR`);
  if (reader.isKeyword('NOT')) throw invalid(`Invalid operator used in ${KIND}: NOT`);
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
