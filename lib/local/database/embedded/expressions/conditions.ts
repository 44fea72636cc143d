/** Conditions and filters: compiled once, then evaluated on items. */
import { invalid } from '#lib/local/database/embedded/values/errors';
import {
  compare,
  isEqual,
  typeOf,
  type Item,
  type TypeName,
  type Value,
} from '#lib/local/database/embedded/values/values';
import { contains, sizeOf, startsWith } from './functions.ts';
import {
  checkDistinctOperands,
  readPath,
  valueAt,
  type Parameters,
  type Path,
  type UsedPlaceholders,
} from './paths.ts';
import type { TokenReader } from './tokens.ts';

export type Condition = (item: Item, parameters: Parameters) => boolean;
type Operand = (item: Item, parameters: Parameters) => Value | undefined;

/** An operand, with what is known before an item is read. */
interface ReadOperand {
  readonly get: Operand;
  readonly path?: Path;
  /** The placeholder of a literal. */
  readonly literal?: string;
  /** Of what is computed. */
  readonly type?: TypeName;
}

/** A check of the values of a request, without any item. */
export type Check = (parameters: Parameters) => void;

interface ParserState {
  readonly reader: TokenReader;
  readonly uses: UsedPlaceholders;
  readonly checks: Check[];
}

const ORDERED: ReadonlySet<TypeName> = new Set(['S', 'N', 'B']);
const TYPES_WITH_SIZE: ReadonlySet<TypeName> = new Set(['S', 'B', 'SS', 'NS', 'BS', 'L', 'M']);
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
const TYPES: ReadonlySet<string> = new Set(['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'NULL', 'BOOL']);

const readOperand = (state: ParserState): ReadOperand => state.reader.inParentheses(() => readBareOperand(state));

function readBareOperand(state: ParserState): ReadOperand {
  const { reader, uses } = state;
  const { kind, text } = reader.peek();
  if (kind === 'value') {
    reader.next();
    uses.values.add(text);
    return { literal: text, get: (_item, { values }) => values[text] };
  }
  if (kind === 'word' && reader.peek(1).text === '(') {
    if (text !== 'size')
      throw invalid(
        `Invalid ${reader.kind}: The function is not allowed to be used this way in an expression; function: ${text}`,
      );
    reader.next();
    reader.expectSign('(');
    const measured = readOperand(state);
    checkType(state, measured, text, TYPES_WITH_SIZE);
    reader.expectSign(')');
    return { type: 'N', get: (item, parameters) => sizeOf(measured.get(item, parameters)) };
  }
  const path = readPath(reader, uses);
  return { path, get: (item, parameters) => valueAt(item, path, parameters) };
}

/** DynamoDB refuses an operator whose operands are the same path. */
function checkDistinct(
  { reader, checks }: ParserState,
  operator: string,
  [first, ...rest]: readonly ReadOperand[],
): void {
  const path = first?.path;
  const others = rest.flatMap((other) => (other.path === undefined ? [] : [other.path]));
  if (path === undefined || others.length === 0) return;
  checks.push((parameters) => {
    checkDistinctOperands(reader.kind, operator, [path, ...others], parameters);
  });
}

/** What is no attribute must have a type that the operator accepts. */
function checkType(
  { reader, checks }: ParserState,
  { literal, type: computed }: ReadOperand,
  operator: string,
  allowed: ReadonlySet<TypeName>,
): void {
  if (literal === undefined && computed === undefined) return;
  checks.push(({ values }) => {
    const type = computed ?? typeOf(values[literal ?? ''] ?? null);
    if (allowed.has(type)) return;
    const what = `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`;
    throw invalid(`Invalid ${reader.kind}: ${what}`);
  });
}

const TYPES_WITH_PREFIX: ReadonlySet<TypeName> = new Set(['S', 'B']);

function readArguments(state: ParserState, name: string, count: number): ReadOperand[] {
  const { reader } = state;
  reader.expectSign('(');
  const operands = [readOperand(state)];
  while (reader.takeSign(',')) operands.push(readOperand(state));
  reader.expectSign(')');
  if (operands.length !== count) {
    const what = `Incorrect number of operands for operator or function; operator or function: ${name}`;
    throw invalid(`Invalid ${reader.kind}: ${what}, number of operands: ${String(operands.length)}`);
  }
  return operands;
}

function readFunction(state: ParserState, name: string): Condition {
  const { reader, checks } = state;
  reader.next();
  if (name === 'attribute_exists' || name === 'attribute_not_exists') {
    const [operand] = readArguments(state, name, 1);
    if (operand?.path === undefined)
      throw invalid(
        `Invalid ${reader.kind}: Operator or function requires a document path; operator or function: ${name}`,
      );
    const isWanted = name === 'attribute_exists';
    return (item, parameters) => (operand.get(item, parameters) !== undefined) === isWanted;
  }
  if (name !== 'attribute_type' && name !== 'begins_with' && name !== 'contains') {
    throw invalid(`Invalid ${reader.kind}: Invalid function name; function: ${name}`);
  }
  const [value, other] = readArguments(state, name, 2);
  if (value === undefined || other === undefined) throw reader.fault();
  checkDistinct(state, name, [value, other]);
  if (name === 'begins_with') {
    for (const operand of [value, other]) checkType(state, operand, name, TYPES_WITH_PREFIX);
    return (item, parameters) => startsWith(value.get(item, parameters), other.get(item, parameters));
  }
  if (name === 'contains')
    return (item, parameters) => contains(value.get(item, parameters), other.get(item, parameters));
  checks.push(({ values }) => {
    const type = values[other.literal ?? ''];
    if (typeof type !== 'string' || !TYPES.has(type)) {
      throw invalid(
        `Invalid ${reader.kind}: Invalid attribute type name found; type: ${String(type)}, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`,
      );
    }
  });
  return (item, parameters) => {
    const found = value.get(item, parameters);
    return found !== undefined && typeOf(found) === other.get(item, parameters);
  };
}

function readBetween(state: ParserState, operand: ReadOperand): Condition {
  const { reader, checks } = state;
  const low = readOperand(state);
  reader.expectKeyword('AND');
  const high = readOperand(state);
  for (const one of [operand, low, high]) checkType(state, one, 'BETWEEN', ORDERED);
  checkDistinct(state, 'BETWEEN', [operand, low, high]);
  const [from, to] = [low.literal, high.literal];
  if (from !== undefined && to !== undefined)
    checks.push((parameters) => {
      checkBounds(reader.kind, from, to, parameters);
    });
  return (item, parameters) => {
    const [value, least, most] = [operand, low, high].map(({ get }) => get(item, parameters));
    if (value === undefined || least === undefined || most === undefined) return false;
    return (compare(value, least) ?? -1) >= 0 && (compare(value, most) ?? 1) <= 0;
  };
}

const describeValue = (value: Value): string => `AttributeValue: {${typeOf(value)}:${String(value)}}`;

/** The bounds of BETWEEN must have the same type and be in order. */
export function checkBounds(kind: string, from: string, to: string, { values }: Parameters): void {
  const [low = null, high = null] = [values[from], values[to]];
  const operands = `lower bound operand: ${describeValue(low)}, upper bound operand: ${describeValue(high)}`;
  if (typeOf(low) !== typeOf(high)) {
    throw invalid(
      `Invalid ${kind}: The BETWEEN operator requires same data type for lower and upper bounds; ${operands}`,
    );
  }
  if ((compare(low, high) ?? 0) > 0) {
    throw invalid(
      `Invalid ${kind}: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${operands}`,
    );
  }
}

const MAX_IN = 100;

function readIn(state: ParserState, operand: ReadOperand): Condition {
  const { reader } = state;
  reader.expectSign('(');
  const candidates = [readOperand(state)];
  while (reader.takeSign(',')) candidates.push(readOperand(state));
  reader.expectSign(')');
  if (candidates.length > MAX_IN) {
    const what = `The IN operator is provided with too many operands; number of operands: ${String(candidates.length)}`;
    throw invalid(`Invalid ${reader.kind}: ${what}`);
  }
  checkDistinct(state, 'IN', [operand, ...candidates]);
  return (item, parameters) => {
    const value = operand.get(item, parameters);
    return candidates.some(({ get }) => isEqual(value, get(item, parameters)));
  };
}

function readComparison(state: ParserState): Condition {
  const { reader } = state;
  const left = readOperand(state);
  if (reader.takeKeyword('BETWEEN')) return readBetween(state, left);
  if (reader.takeKeyword('IN')) return readIn(state, left);
  if (reader.peek().kind !== 'sign') throw reader.fault();
  const operator = reader.peek().text;
  const compares = COMPARISONS[operator];
  if (operator !== '=' && operator !== '<>' && compares === undefined) throw reader.fault();
  reader.next();
  const right = readOperand(state);
  checkDistinct(state, operator, [left, right]);
  if (operator === '=') return (item, parameters) => isEqual(left.get(item, parameters), right.get(item, parameters));
  if (operator === '<>') {
    return (item, parameters) => !isEqual(left.get(item, parameters), right.get(item, parameters));
  }
  for (const operand of [left, right]) checkType(state, operand, operator, ORDERED);
  return (item, parameters) => {
    const [a, b] = [left.get(item, parameters), right.get(item, parameters)];
    if (a === undefined || b === undefined) return false;
    const order = compare(a, b);
    return order !== undefined && compares?.(order) === true;
  };
}

function readPrimary(state: ParserState): Condition {
  const { reader } = state;
  if (reader.takeKeyword('NOT')) {
    const negated = readPrimary(state);
    return (item, parameters) => !negated(item, parameters);
  }
  if (reader.isGroupNext()) return reader.inParentheses(() => readOr(state));
  const { kind, text } = reader.peek();
  return kind === 'word' && reader.peek(1).text === '(' && text !== 'size'
    ? readFunction(state, text)
    : readComparison(state);
}

function readAnd(state: ParserState): Condition {
  const parts = [readPrimary(state)];
  while (state.reader.takeKeyword('AND')) parts.push(readPrimary(state));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (item, parameters) => parts.every((holds) => holds(item, parameters));
}

function readOr(state: ParserState): Condition {
  const parts = [readAnd(state)];
  while (state.reader.takeKeyword('OR')) parts.push(readAnd(state));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (item, parameters) => parts.some((holds) => holds(item, parameters));
}

export interface CompiledCondition {
  readonly holds: Condition;
  readonly check: Check;
}

export function compileCondition(reader: TokenReader, uses: UsedPlaceholders): CompiledCondition {
  const checks: Check[] = [];
  const holds = readOr({ reader, uses, checks });
  reader.expectEnd();
  return {
    holds,
    check: (parameters) => {
      for (const check of checks) check(parameters);
    },
  };
}
