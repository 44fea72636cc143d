/** Random update expressions. */
import { isKnown, usualValue } from './conditions.ts';
import { anyPath, distinctPaths, type Step, type Terms } from './terms.ts';
import { ATTRIBUTES, huge, list, number, numbers, text, texts, type AttributeName } from './values.ts';

const missingOr = (terms: Terms, path: readonly Step[], otherwise: unknown): string =>
  `if_not_exists(${terms.loosely(terms.path(...path))}, ${
    terms.random.percent(90) ? terms.value(otherwise) : terms.path(...anyPath(terms.random))
  })`;

function sum(terms: Terms, name: AttributeName): string {
  const { random } = terms;
  // A large number plus a fraction has more digits than JavaScript can read back.
  const from = name === 'huge' ? name : random.pick(['n', 'count', 'expires'] as const);
  const make = from === 'n' || from === 'count' ? number : ATTRIBUTES[from];
  const old = random.percent(20) ? terms.path(from) : missingOr(terms, [from], make(random));
  return `${old} ${random.percent(80) ? '+' : '-'} ${terms.value(random.percent(97) ? make(random) : text(random))}`;
}

function longer(terms: Terms): string {
  const { random } = terms;
  const old = random.percent(30) ? terms.path('rows') : missingOr(terms, ['rows'], []);
  const more = terms.value(random.percent(97) ? list(random) : text(random));
  return `list_append(${random.percent(70) ? `${old}, ${more}` : `${more}, ${old}`})`;
}

function assigned(terms: Terms, path: readonly Step[]): string {
  const { random } = terms;
  const name = isKnown(path[0]) ? path[0] : 'v';
  const isWhole = path.length === 1;
  const choice = random.below(20);
  if (choice < 2)
    return missingOr(terms, name === 'huge' || random.percent(70) ? path : ['title'], usualValue(random, path));
  if (choice < 3) return terms.path(random.pick(['v', 'n', 'title', 'state', 'doc']));
  if (isWhole && name === 'rows' && choice < 12) return longer(terms);
  if (isWhole && ['n', 'count', 'expires', 'huge'].includes(name) && choice < 12)
    return terms.loosely(sum(terms, name));
  return terms.loosely(terms.value(usualValue(random, path)));
}

/** Values to add to numbers and sets or delete from sets; a few have the wrong type. */
const ADDED = [
  ['n', number],
  ['count', number],
  ['expires', ATTRIBUTES.expires],
  ['huge', huge],
  ['tags', texts],
  ['nums', numbers],
  ['v', number],
  ['n', texts],
] as const;
const DELETED = [
  ['tags', texts],
  ['tags', texts],
  ['nums', numbers],
  ['nums', numbers],
  ['rows', texts],
  ['tags', numbers],
  ['tags', text],
] as const;

/** Index keys have their own rules: the caller says which are set or, if undefined, removed. */
export function update(terms: Terms, settings: Readonly<Record<string, unknown>>): string {
  const { random } = terms;
  const clauses = new Map<string, string[]>();
  const act = (section: string, action: string): void => {
    clauses.set(section, [...(clauses.get(section) ?? []), action]);
  };
  for (const [name, to] of Object.entries(settings)) {
    if (to === undefined) act('REMOVE', terms.path(name));
    else act('SET', `${terms.path(name)} = ${terms.value(to)}`);
  }
  const taken = new Set<Step | undefined>();
  const isFree = (name: Step | undefined): boolean =>
    random.percent(2) || (!taken.has(name) && taken.add(name).size > 0);
  const isPlace = ([name, ...steps]: readonly Step[]): boolean =>
    (steps.length > 0 && taken.has(name) && random.percent(30)) || isFree(name);
  for (const path of distinctPaths(random, 3)) {
    const choice = random.below(10);
    const [added, summand] = random.pick(ADDED) ?? ADDED[0];
    const [reduced, members] = random.pick(DELETED) ?? DELETED[0];
    if (choice > 7 && path.length > 1 && random.percent(25) && isFree(path[0]))
      act(choice === 8 ? 'ADD' : 'DELETE', `${terms.path(...path)} ${terms.value(texts(random))}`);
    else if (choice === 8 && isFree(added)) act('ADD', `${terms.path(added)} ${terms.value(summand(random))}`);
    else if (choice === 9 && isFree(reduced)) act('DELETE', `${terms.path(reduced)} ${terms.value(members(random))}`);
    else if (choice > 5 && isPlace(path)) act('REMOVE', terms.path(...path));
    else if (isPlace(path)) act('SET', `${terms.path(...path)} = ${assigned(terms, path)}`);
  }
  if (clauses.size === 0) act('REMOVE', terms.path('nothing'));
  return [...clauses]
    .map(([section, actions]) => `${random.percent(95) ? section : section.toLowerCase()} ${actions.join(', ')}`)
    .join(' ');
}
