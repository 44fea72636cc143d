/** The changes that an update makes at the paths of an item. */
import { add } from '#lib/local/database/embedded/values/decimal';
import { invalid } from '#lib/local/database/embedded/values/errors';
import {
  checkedNumber,
  elementKey,
  isItem,
  isList,
  isNumeric,
  isSet,
  setOf,
  typeOf,
  type Item,
  type Value,
} from '#lib/local/database/embedded/values/values';
import { childOf, type PathSteps } from './paths.ts';

export const wrongType = (): Error => invalid('An operand in the update expression has an incorrect data type');
const badPath = (): Error => invalid('The document path provided in the update expression is invalid for update');

type Holder =
  | { readonly list: Value[]; readonly index: number }
  | { readonly map: Record<string, Value>; readonly name: string };

/** The map or list that contains the last step of a path; throws if it is not there. */
export function holderOf(item: Item, place: PathSteps): Holder {
  let holder: Value | undefined = item;
  for (const key of place.slice(0, -1)) holder = childOf(holder, key);
  const last = place.at(-1) ?? '';
  if (typeof last === 'number' && isList(holder)) return { list: holder, index: last };
  if (typeof last === 'string' && isItem(holder)) return { map: holder, name: last };
  throw badPath();
}

export function write(item: Item, place: PathSteps, value: Value): void {
  const holder = holderOf(item, place);
  if ('list' in holder) holder.list[Math.min(holder.index, holder.list.length)] = value;
  else holder.map[holder.name] = value;
}

export function remove(item: Item, place: PathSteps): void {
  const holder = holderOf(item, place);
  if ('list' in holder) holder.list.splice(holder.index, 1);
  else Reflect.deleteProperty(holder.map, holder.name);
}

/** The result of ADD or DELETE; undefined when nothing is left. */
export function combined(kind: 'ADD' | 'DELETE', before: Value | undefined, value: Value): Value | undefined {
  if (isNumeric(value)) {
    if (before !== undefined && !isNumeric(before)) throw wrongType();
    return checkedNumber(add(before ?? 0, value));
  }
  if (!isSet(value)) throw wrongType();
  if (before === undefined) return kind === 'ADD' ? value : undefined;
  if (!isSet(before) || typeOf(before) !== typeOf(value)) throw wrongType();
  if (kind === 'ADD') return setOf([...before, ...value]);
  const gone = new Set([...value].map(elementKey));
  const left = [...before].filter((element) => !gone.has(elementKey(element)));
  return left.length === 0 ? undefined : new Set(left);
}
