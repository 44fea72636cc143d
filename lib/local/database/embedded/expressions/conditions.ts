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
import { placeOf, pathText, readPath, valueAt, type Parameters, type Path, type Uses } from './paths.ts';
import type { TokenReader } from './tokens.ts';

export type Condition = (item: Item, parameters: Parameters) => boolean;
type Operand = (item: Item, parameters: Parameters) => Value | undefined;

/** An operand, with what is known before an item is read. */
interface ReadOperand {
  readonly get: Operand;
  readonly path?: Path;
  /** The placeholder of a literal. */
  readonly literal?: string;
}

/** A check of the values of a request, without any item. */
export type Check = (parameters: Parameters) => void;

interface Reading {
  readonly reader: TokenReader;
  readonly uses: Uses;
  readonly checks: Check[];
}

const ORDERED: ReadonlySet<TypeName> = new Set(['S', 'N', 'B']);
const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};
const TYPES: ReadonlySet<string> = new Set(['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'NULL', 'BOOL']);

function readOperand(reading: Reading): ReadOperand {
  const { reader, uses } = reading;
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
    const { path } = readOperand(reading);
    if (path === undefined)
      throw invalid(
        `Invalid ${reader.kind}: Operator or function requires a document path; operator or function: size`,
      );
    reader.expectSign(')');
    return { get: (item, parameters) => sizeOf(valueAt(item, path, parameters)) };
  }
  const path = readPath(reader, uses);
  return { path, get: (item, parameters) => valueAt(item, path, parameters) };
}

/** DynamoDB refuses an operator whose operands are the same path. */
function checkDistinct({ reader, checks }: Reading, operator: string, [first, ...rest]: readonly ReadOperand[]): void {
  const path = first?.path;
  if (path === undefined) return;
  checks.push((parameters) => {
    const place = pathText(placeOf(path, parameters));
    if (!rest.some((other) => other.path !== undefined && pathText(placeOf(other.path, parameters)) === place)) return;
    const what = 'The first operand must be distinct from the remaining operands for this operator or function';
    throw invalid(`Invalid ${reader.kind}: ${what}; operator: ${operator}, first operand: ${place}`);
  });
}

/** A literal must have a type that the operator accepts. */
function checkType(
  { reader, checks }: Reading,
  { literal }: ReadOperand,
  operator: string,
  allowed: ReadonlySet<TypeName>,
): void {
  if (literal === undefined) return;
  checks.push(({ values }) => {
    const type = typeOf(values[literal] ?? null);
    if (allowed.has(type)) return;
    const what = `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`;
    throw invalid(`Invalid ${reader.kind}: ${what}`);
  });
}

const PREFIXED: ReadonlySet<TypeName> = new Set(['S', 'B']);

function readArguments(reading: Reading, name: string, count: number): ReadOperand[] {
  const { reader } = reading;
  reader.expectSign('(');
  const operands = [readOperand(reading)];
  while (reader.takeSign(',')) operands.push(readOperand(reading));
  reader.expectSign(')');
  if (operands.length !== count) {
    const what = `Incorrect number of operands for operator or function; operator or function: ${name}`;
    throw invalid(`Invalid ${reader.kind}: ${what}, number of operands: ${String(operands.length)}`);
  }
  return operands;
}

const needsPath = ({ reader }: Reading, name: string): Error =>
  invalid(`Invalid ${reader.kind}: Operator or function requires a document path; operator or function: ${name}`);

function readFunction(reading: Reading, name: string): Condition {
  const { reader, checks } = reading;
  reader.next();
  if (name === 'attribute_exists' || name === 'attribute_not_exists') {
    const [operand] = readArguments(reading, name, 1);
    if (operand?.path === undefined) throw needsPath(reading, name);
    const isWanted = name === 'attribute_exists';
    return (item, parameters) => (operand.get(item, parameters) !== undefined) === isWanted;
  }
  if (name !== 'attribute_type' && name !== 'begins_with' && name !== 'contains') {
    throw invalid(`Invalid ${reader.kind}: Invalid function name; function: ${name}`);
  }
  const [value, other] = readArguments(reading, name, 2);
  if (value === undefined || other === undefined) throw reader.fault();
  checkDistinct(reading, name, [value, other]);
  if (value.path === undefined && name === 'attribute_type') throw needsPath(reading, name);
  if (name === 'begins_with') {
    for (const operand of [value, other]) checkType(reading, operand, name, PREFIXED);
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

function readBetween(reading: Reading, operand: ReadOperand): Condition {
  const { reader, checks } = reading;
  const low = readOperand(reading);
  reader.expectKeyword('AND');
  const high = readOperand(reading);
  for (const one of [operand, low, high]) checkType(reading, one, 'BETWEEN', ORDERED);
  checkDistinct(reading, 'BETWEEN', [operand, low, high]);
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

const shown = (value: Value): string => `AttributeValue: {${typeOf(value)}:${String(value)}}`;

/** The bounds of BETWEEN must have the same type and be in order. */
export function checkBounds(kind: string, from: string, to: string, { values }: Parameters): void {
  const [low = null, high = null] = [values[from], values[to]];
  const operands = `lower bound operand: ${shown(low)}, upper bound operand: ${shown(high)}`;
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

function readIn(reading: Reading, operand: ReadOperand): Condition {
  const { reader } = reading;
  reader.expectSign('(');
  const candidates = [readOperand(reading)];
  while (reader.takeSign(',')) candidates.push(readOperand(reading));
  reader.expectSign(')');
  checkDistinct(reading, 'IN', [operand, ...candidates]);
  return (item, parameters) => {
    const value = operand.get(item, parameters);
    return candidates.some(({ get }) => isEqual(value, get(item, parameters)));
  };
}

function readComparison(reading: Reading): Condition {
  const { reader } = reading;
  const left = readOperand(reading);
  if (reader.takeKeyword('BETWEEN')) return readBetween(reading, left);
  if (reader.takeKeyword('IN')) return readIn(reading, left);
  if (reader.peek().kind !== 'sign') throw reader.fault();
  const operator = reader.peek().text;
  const compares = COMPARISONS[operator];
  if (operator !== '=' && operator !== '<>' && compares === undefined) throw reader.fault();
  reader.next();
  const right = readOperand(reading);
  checkDistinct(reading, operator, [left, right]);
  if (operator === '=') return (item, parameters) => isEqual(left.get(item, parameters), right.get(item, parameters));
  if (operator === '<>') {
    return (item, parameters) => !isEqual(left.get(item, parameters), right.get(item, parameters));
  }
  for (const operand of [left, right]) checkType(reading, operand, operator, ORDERED);
  return (item, parameters) => {
    const [a, b] = [left.get(item, parameters), right.get(item, parameters)];
    if (a === undefined || b === undefined) return false;
    const order = compare(a, b);
    return order !== undefined && compares?.(order) === true;
  };
}

function readPrimary(reading: Reading): Condition {
  const { reader } = reading;
  if (reader.takeKeyword('NOT')) {
    const negated = readPrimary(reading);
    return (item, parameters) => !negated(item, parameters);
  }
  if (reader.takeSign('(')) {
    const afterInner = reader.isSign('(') ? reader.afterClosing() : undefined;
    const condition = readOr(reading);
    // DynamoDB refuses double parentheses: `((a = b))`.
    if (reader.position === afterInner)
      throw invalid(`Invalid ${reader.kind}: The expression has redundant parentheses;`);
    reader.expectSign(')');
    return condition;
  }
  const { kind, text } = reader.peek();
  return kind === 'word' && reader.peek(1).text === '(' && text !== 'size'
    ? readFunction(reading, text)
    : readComparison(reading);
}

function readAnd(reading: Reading): Condition {
  const parts = [readPrimary(reading)];
  while (reading.reader.takeKeyword('AND')) parts.push(readPrimary(reading));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (item, parameters) => parts.every((holds) => holds(item, parameters));
}

function readOr(reading: Reading): Condition {
  const parts = [readAnd(reading)];
  while (reading.reader.takeKeyword('OR')) parts.push(readAnd(reading));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (item, parameters) => parts.some((holds) => holds(item, parameters));
}

export interface CompiledCondition {
  readonly holds: Condition;
  readonly check: Check;
}

export function compileCondition(reader: TokenReader, uses: Uses): CompiledCondition {
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
