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

/** The map or list that contains the last step of a path. */
function parentOf(item: Item, place: PathSteps): Value | undefined {
  let holder: Value | undefined = item;
  for (const key of place.slice(0, -1)) holder = childOf(holder, key);
  return holder;
}

/** What is not there can only be left out of a map or list that is there. */
export function checkHolder(item: Item, place: PathSteps): void {
  const holder = parentOf(item, place);
  if (typeof place.at(-1) === 'number' ? !isList(holder) : !isItem(holder)) throw badPath();
}

export function write(item: Item, place: PathSteps, value: Value): void {
  const holder = parentOf(item, place);
  const key = place.at(-1) ?? '';
  if (typeof key === 'number') {
    if (!isList(holder)) throw badPath();
    holder[Math.min(key, holder.length)] = value;
  } else {
    if (!isItem(holder)) throw badPath();
    holder[key] = value;
  }
}

export function remove(item: Item, place: PathSteps): void {
  const holder = parentOf(item, place);
  const key = place.at(-1) ?? '';
  if (typeof key === 'number') {
    if (!isList(holder)) throw badPath();
    holder.splice(key, 1);
  } else {
    if (!isItem(holder)) throw badPath();
    Reflect.deleteProperty(holder, key);
  }
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
