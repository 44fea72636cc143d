/**
 * An oracle for searches: works the part of the query DSL that we send out, document by document, from its description.
 * It is not OpenSearch, and knows nothing of shards, analysis beyond spaces, or scores beyond constant ones.
 */
type Fields = Readonly<Record<string, unknown>>;
export type Doc = Fields;

const fieldsOf = (value: unknown): Fields => value as Fields;
/** Of clauses and keys that were read before: they are the same for all documents. */
const entries = new WeakMap<Fields, readonly [string, unknown]>();
const only = (clause: Fields): readonly [string, unknown] => {
  const known = entries.get(clause);
  if (known !== undefined) return known;
  const [entry, ...others] = Object.entries(clause);
  if (entry === undefined || others.length > 0) throw new Error(`not one clause: ${JSON.stringify(clause)}`);
  entries.set(clause, entry);
  return entry;
};

const valueAt = (doc: Doc, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value === undefined ? value : fieldsOf(value)[name]), doc);

/** A mapping of an index, by paths. */
export const propertiesOf = (mapping: Fields, prefix = ''): Map<string, Fields> =>
  new Map(
    Object.entries(fieldsOf(mapping['properties'] ?? {})).flatMap(([name, property]) =>
      fieldsOf(property)['properties'] === undefined
        ? [[prefix + name, fieldsOf(property)] as const]
        : [...propertiesOf(fieldsOf(property), `${prefix}${name}.`)],
    ),
  );

/** Insertions, deletions, substitutions and swaps of neighbours, by the textbook. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, at) => row + at),
  );
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1) {
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Infinity,
      );
      (rows[row] ?? [])[column] = best;
    }
  return at(a.length, b.length);
}

export interface Evaluated {
  readonly isMatch: boolean;
  readonly score: number;
  readonly names: readonly string[];
}

export class UnknownField extends Error {}

/** Evaluates clauses on documents of an index with this mapping. */
export function evaluator(mapping: Fields) {
  const properties = propertiesOf(mapping);
  const known = new WeakMap<Doc, Map<string, string[]>>();
  const distances = new Map<string, number>();

  function termsOf(doc: Doc, path: string): string[] {
    const ofDoc = known.get(doc) ?? new Map<string, string[]>();
    known.set(doc, ofDoc);
    const terms = ofDoc.get(path) ?? readTerms(doc, path);
    ofDoc.set(path, terms);
    return terms;
  }

  /** The terms of a field, in order. */
  function readTerms(doc: Doc, path: string): string[] {
    const property = properties.get(path);
    if (property === undefined || property['index'] === false) throw new UnknownField(`nothing is searched in ${path}`);
    const value = valueAt(doc, path) ?? [];
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (property['type'] !== 'text') return values;
    return values.flatMap((text) => text.split(' ')).filter((term) => term !== '');
  }

  function hasPhrase(doc: Doc, path: string, text: string, isLastPrefix: boolean): boolean {
    if (properties.get(path)?.['index_options'] === 'docs') throw new UnknownField(`${path} has no positions`);
    const [terms, wanted] = [termsOf(doc, path), text.split(' ')];
    return terms.some((_, start) =>
      wanted.every((word, further) => {
        const term = terms[start + further] ?? '';
        return term === word || (isLastPrefix && further === wanted.length - 1 && term.startsWith(word));
      }),
    );
  }

  function isNear(term: string, word: string, limit: number): boolean {
    if (Math.abs(term.length - word.length) > limit) return false;
    const pair = `${term} ${word}`;
    const between = distances.get(pair) ?? distance(term, word);
    distances.set(pair, between);
    return between <= limit;
  }

  const TESTS: Readonly<Record<string, (doc: Doc, path: string, value: unknown) => boolean>> = {
    term: (doc, path, value) => termsOf(doc, path).includes(String(value)),
    terms: (doc, path, value) => termsOf(doc, path).some((term) => (value as string[]).includes(term)),
    prefix: (doc, path, value) => termsOf(doc, path).some((term) => term.startsWith(String(value))),
    match_phrase: (doc, path, value) => hasPhrase(doc, path, String(value), false),
    match_phrase_prefix: (doc, path, value) => hasPhrase(doc, path, String(fieldsOf(value)['query']), true),
    fuzzy: (doc, path, value) => {
      const { value: word, fuzziness } = fieldsOf(value);
      return termsOf(doc, path).some((term) => isNear(term, String(word), Number(fuzziness)));
    },
    range: (doc, path, value) => Number(valueAt(doc, path)) > Number(fieldsOf(value)['gt']),
  };

  function evaluateBool(doc: Doc, bool: Fields): Evaluated {
    const part = (name: string): Evaluated[] =>
      ((bool[name] ?? []) as readonly Fields[]).map((clause) => evaluate(doc, clause));
    const [filter, should, mustNot] = [part('filter'), part('should'), part('must_not')];
    const matching = should.filter(({ isMatch }) => isMatch);
    const least = Number(bool['minimum_should_match'] ?? (filter.length === 0 ? 1 : 0));
    const isMatch =
      filter.every((one) => one.isMatch) && matching.length >= least && !mustNot.some((one) => one.isMatch);
    return {
      isMatch,
      score: isMatch ? matching.reduce((sum, { score }) => sum + score, 0) : 0,
      names: isMatch ? [...filter, ...matching].flatMap(({ names }) => names) : [],
    };
  }

  function evaluate(doc: Doc, clause: Fields): Evaluated {
    const [kind, body] = only(clause);
    if (kind === 'bool') return evaluateBool(doc, fieldsOf(body));
    if (kind === 'constant_score') {
      const { filter, boost, _name } = fieldsOf(body);
      const { isMatch } = evaluate(doc, fieldsOf(filter));
      return { isMatch, score: isMatch ? Number(boost) : 0, names: isMatch ? [String(_name)] : [] };
    }
    const test = TESTS[kind];
    if (test === undefined) throw new Error(`unknown query [${kind}]`);
    const [path, value] = only(fieldsOf(body));
    return { isMatch: test(doc, path, value), score: 1, names: [] };
  }
  return evaluate;
}

/** By the keys in turn: `[{ _score: 'desc' }, { id: 'asc' }]`. */
export function bySort(sort: readonly Fields[]) {
  return (a: Fields, b: Fields): number => {
    for (const key of sort) {
      const [path, direction] = only(key);
      const [left, right] = [a[path], b[path]] as [string | number, string | number];
      if (left !== right) return (left < right ? -1 : 1) * (direction === 'desc' ? -1 : 1);
    }
    return 0;
  };
}
