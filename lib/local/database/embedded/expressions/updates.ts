/** Update expressions: SET, REMOVE, ADD and DELETE. Operands are read from the item before the update. */
import { add, negated } from '#lib/local/database/embedded/values/decimal';
import { invalid } from '#lib/local/database/embedded/values/errors';
import {
  checkedNumber,
  isList,
  isNumeric,
  normalised,
  typeOf,
  type Item,
  type Value,
} from '#lib/local/database/embedded/values/values';
import { combined, holderOf, remove, write, wrongType } from './changes.ts';
import {
  checkDistinctOperands,
  checkDistinctPaths,
  resolvePath,
  readPath,
  valueAt,
  type Parameters,
  type Path,
  type PathSteps,
  type UsedPlaceholders,
} from './paths.ts';
import type { TokenReader } from './tokens.ts';

const KIND = 'UpdateExpression';

type Evaluate = (item: Item, parameters: Parameters) => Value;

/** What a SET assigns. `check` tests literals, before any item is read. */
interface Operand {
  readonly get: Evaluate;
  readonly check: (parameters: Parameters) => void;
  readonly literal?: string;
  readonly path?: Path;
}

const unchecked = (): void => undefined;

/** A literal must have the type that the operator or function accepts. */
function checkLiteral({ literal }: Operand, operator: string, type: string, { values }: Parameters): void {
  if (literal === undefined) return;
  const found = typeOf(values[literal] ?? null);
  if (found === type) return;
  throw invalid(
    `Invalid ${KIND}: Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${found}`,
  );
}

type Action =
  | { readonly kind: 'SET'; readonly path: Path; readonly operand: Operand }
  | { readonly kind: 'REMOVE'; readonly path: Path }
  | { readonly kind: 'ADD' | 'DELETE'; readonly path: Path; readonly literal: string };

export interface CompiledUpdate {
  /** Changes the item; returns the paths that were written. */
  apply(item: Item, parameters: Parameters): PathSteps[];
  /** The paths that the expression names. */
  places(parameters: Parameters): PathSteps[];
}

const missing = (): Error => invalid('The provided expression refers to an attribute that does not exist in the item');

function readIfNotExists(reader: TokenReader, uses: UsedPlaceholders): Operand {
  if (reader.isValueNext()) {
    throw invalid(
      `Invalid ${KIND}: Operator or function requires a document path; operator or function: if_not_exists`,
    );
  }
  const path = reader.inParentheses(() => readPath(reader, uses));
  reader.expectSign(',');
  const otherwise = readOperand(reader, uses, 'if_not_exists');
  return {
    check: (parameters) => {
      if (otherwise.path !== undefined)
        checkDistinctOperands(KIND, 'if_not_exists', [path, otherwise.path], parameters);
      otherwise.check(parameters);
    },
    // NULL is a value, too. What the other one names must exist in any case.
    get: (item, parameters) => {
      const [value, other] = [valueAt(item, path, parameters), otherwise.get(item, parameters)];
      return value === undefined ? other : value;
    },
  };
}

function readListAppend(reader: TokenReader, uses: UsedPlaceholders): Operand {
  const first = readOperand(reader, uses, 'list_append');
  reader.expectSign(',');
  const second = readOperand(reader, uses, 'list_append');
  return {
    check: (parameters) => {
      for (const operand of [first, second]) {
        checkLiteral(operand, 'list_append', 'L', parameters);
        operand.check(parameters);
      }
    },
    get: (item, parameters) =>
      [first, second].flatMap(({ get }) => {
        const list = get(item, parameters);
        if (!isList(list)) throw wrongType();
        return list;
      }),
  };
}

function readFunction(reader: TokenReader, uses: UsedPlaceholders): Operand {
  const name = reader.next().text;
  if (name !== 'if_not_exists' && name !== 'list_append') {
    throw invalid(`Invalid ${KIND}: Invalid function name; function: ${name}`);
  }
  reader.expectSign('(');
  const operand = name === 'if_not_exists' ? readIfNotExists(reader, uses) : readListAppend(reader, uses);
  reader.expectSign(')');
  return operand;
}

/** `within` is the function of which it is an operand. */
const readOperand = (reader: TokenReader, uses: UsedPlaceholders, within?: string): Operand =>
  reader.inParentheses(() => readBareOperand(reader, uses, within));

function readBareOperand(reader: TokenReader, uses: UsedPlaceholders, within?: string): Operand {
  const { kind, text } = reader.peek();
  if (kind === 'value') {
    reader.next();
    uses.values.add(text);
    return { literal: text, check: unchecked, get: (_item, { values }) => values[text] ?? null };
  }
  if (kind === 'word' && reader.peek(1).text === '(') {
    if (within !== undefined && text === 'list_append') {
      throw invalid(
        `Invalid ${KIND}: The function is not allowed to be used this way in an expression; function: list_append`,
      );
    }
    return readFunction(reader, uses);
  }
  const path = readPath(reader, uses);
  const get: Evaluate = (item, parameters) => {
    const value = valueAt(item, path, parameters);
    if (value === undefined) throw missing();
    return normalised(value);
  };
  return { path, check: unchecked, get };
}

const readSum = (reader: TokenReader, uses: UsedPlaceholders): Operand =>
  reader.isGroupNext() ? reader.inParentheses(() => readBareSum(reader, uses)) : readBareSum(reader, uses);

function readBareSum(reader: TokenReader, uses: UsedPlaceholders): Operand {
  const left = readOperand(reader, uses);
  const isPlus = reader.takeSign('+');
  if (!isPlus && !reader.takeSign('-')) return left;
  const right = readOperand(reader, uses);
  return {
    check: (parameters) => {
      for (const operand of [left, right]) {
        checkLiteral(operand, isPlus ? '+' : '-', 'N', parameters);
        operand.check(parameters);
      }
    },
    get: (item, parameters) => {
      const [a, b] = [left.get(item, parameters), right.get(item, parameters)];
      if (!isNumeric(a) || !isNumeric(b)) throw wrongType();
      return checkedNumber(add(a, isPlus ? b : negated(b)));
    },
  };
}

function readAction(reader: TokenReader, uses: UsedPlaceholders, kind: Action['kind']): Action {
  const path = readPath(reader, uses);
  if (kind === 'REMOVE') return { kind, path };
  if (kind === 'SET') {
    reader.expectSign('=');
    return { kind, path, operand: readSum(reader, uses) };
  }
  const { kind: token, text } = reader.next();
  if (token !== 'value') throw reader.fault();
  uses.values.add(text);
  return { kind, path, literal: text };
}

function readClauses(reader: TokenReader, uses: UsedPlaceholders): Action[] {
  const actions: Action[] = [];
  const seen = new Set<string>();
  while (reader.peek().kind !== 'end') {
    const kind = (['SET', 'REMOVE', 'ADD', 'DELETE'] as const).find((word) => reader.takeKeyword(word));
    if (kind === undefined) throw reader.fault();
    if (seen.has(kind))
      throw invalid(`Invalid ${KIND}: The "${kind}" section can only be used once in an update expression;`);
    seen.add(kind);
    do actions.push(readAction(reader, uses, kind));
    while (reader.takeSign(','));
  }
  return actions;
}

const SUMMABLE: ReadonlySet<string> = new Set(['N', 'SS', 'NS', 'BS']);

function checkLiterals(actions: readonly Action[], parameters: Parameters): void {
  for (const action of actions) {
    if (action.kind === 'SET') action.operand.check(parameters);
    if (action.kind !== 'ADD' && action.kind !== 'DELETE') continue;
    const type = typeOf(parameters.values[action.literal] ?? null);
    if (SUMMABLE.has(type) && (action.kind === 'ADD' || type !== 'N')) continue;
    const what = `Incorrect operand type for operator or function; operator: ${action.kind}, operand type: ${type}`;
    throw invalid(`Invalid ${KIND}: ${what}, typeSet: ALLOWED_FOR_${action.kind}_OPERAND`);
  }
}

const indexOf = (place: PathSteps): number => Number(place.at(-1) ?? 0);
const isElement = (place: PathSteps): boolean => typeof place.at(-1) === 'number';

export function compileUpdate(reader: TokenReader, uses: UsedPlaceholders): CompiledUpdate {
  const actions = readClauses(reader, uses);
  const places = (parameters: Parameters): PathSteps[] => {
    const named = actions.map(({ path }) => resolvePath(path, parameters));
    checkDistinctPaths(KIND, named);
    checkLiterals(actions, parameters);
    return named;
  };
  return {
    places,
    apply(item, parameters) {
      const named = places(parameters);
      const writes: [PathSteps, Value][] = [];
      const removals: PathSteps[] = [];
      for (const [index, action] of actions.entries()) {
        const place = named[index] ?? [];
        if (action.kind === 'SET') writes.push([place, action.operand.get(item, parameters)]);
        else if (action.kind === 'REMOVE') removals.push(place);
        else {
          const before = valueAt(item, action.path, parameters);
          const value = combined(action.kind, before, parameters.values[action.literal] ?? null);
          if (value !== undefined) writes.push([place, value]);
          else if (before !== undefined) removals.push(place);
          // What is not there can only be left out of a map or list that is there.
          else holderOf(item, place);
        }
      }
      // Elements beyond the end of a list come there in the order of their indexes.
      const elements = writes.filter(([place]) => isElement(place)).sort(([a], [b]) => indexOf(a) - indexOf(b));
      for (const [place, value] of [...writes.filter(([place]) => !isElement(place)), ...elements])
        write(item, place, value);
      // Elements are removed from the end, so that earlier indexes stay valid.
      const ordered = removals.filter(isElement).sort((a, b) => indexOf(b) - indexOf(a));
      for (const place of [...ordered, ...removals.filter((place) => !isElement(place))]) remove(item, place);
      return named;
    },
  };
}
