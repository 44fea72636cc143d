/** Partial responses: the `fields` selector, read into a tree, held against the schema and applied to an answer. */
import { invalidParameter } from './errors.ts';
import type { Schema } from './schema.ts';

/** A name with no children keeps its whole sub-tree. */
export type Selection = ReadonlyMap<string, Selection>;
type Tree = Map<string, Tree>;

const DEEPEST = 32;
const WHOLE: Tree = new Map();

const invalid = (text: string) => invalidParameter('fields', `Invalid field selection ${text}`);

function merge(into: Tree, name: string, child: Tree): void {
  const existing = into.get(name);
  if (existing === undefined) into.set(name, child);
  else if (existing.size > 0 && child.size > 0) for (const [inner, tree] of child) merge(existing, inner, tree);
  else into.set(name, WHOLE);
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = text.match(/[(),/]|[^(),/\s]+/g) ?? [];
  }

  parse(): Tree {
    const tree = this.#selector(0);
    if (this.#at < this.#tokens.length) throw invalid(this.#text);
    return tree;
  }

  #selector(depth: number): Tree {
    if (depth > DEEPEST) throw invalid(this.#text);
    const tree: Tree = new Map();
    do {
      const [name, child] = this.#item(depth);
      merge(tree, name, child);
    } while (this.#take(','));
    return tree;
  }

  #item(depth: number): [string, Tree] {
    const name = this.#tokens[this.#at];
    if (name === undefined || /^[(),/]$/.test(name)) throw invalid(this.#text);
    this.#at += 1;
    if (this.#take('/')) {
      if (depth > DEEPEST) throw invalid(this.#text);
      const [inner, child] = this.#item(depth + 1);
      return [name, new Map([[inner, child]])];
    }
    if (!this.#take('(')) return [name, new Map()];
    const children = this.#selector(depth + 1);
    if (!this.#take(')')) throw invalid(this.#text);
    return [name, children];
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

/** The schema of a field; a name that every object inherits is no field. */
const fieldOf = ({ properties = {} }: Schema, name: string): Schema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

function hold(selection: Selection, schema: Schema): void {
  const target = schema.type === 'array' ? schema.items : schema;
  if (target === undefined || target.type === 'any') return;
  for (const [name, child] of selection) {
    const inner = target.properties === undefined ? target.additionalProperties : fieldOf(target, name);
    if (name === '*') {
      for (const each of Object.values(target.properties ?? {}))
        if (each.type === 'object' || each.type === 'array') holdLeniently(child, each);
    } else if (inner === undefined) {
      throw invalid(name);
    } else {
      hold(child, inner);
    }
  }
}

/** Below `*` a name need only exist in one of the fields that it stands for. */
function holdLeniently(selection: Selection, schema: Schema): void {
  const target = schema.type === 'array' ? schema.items : schema;
  for (const [name, child] of selection) {
    const inner = target && fieldOf(target, name);
    if (inner !== undefined) hold(child, inner);
  }
}

/** Reads a selector; a name that the schema lacks, or broken parentheses, is a 400. */
export function parseFields(text: string, schema: Schema | undefined): Selection | 'nothing' {
  if (text.trim() === '') return 'nothing';
  const selection = new Parser(text).parse();
  if (schema !== undefined) hold(selection, schema);
  return selection;
}

/** Keeps what the selection names; arrays are walked through. */
export function selectFields(value: unknown, selection: Selection): unknown {
  if (selection.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => selectFields(item, selection));
  const result: Record<string, unknown> = {};
  const every = selection.get('*');
  for (const [name, inner] of Object.entries(value)) {
    const child = selection.get(name) ?? every;
    if (child === undefined || inner === undefined) continue;
    const isLeaf = typeof inner !== 'object' || inner === null;
    if (isLeaf && child.size > 0) continue;
    result[name] = selectFields(inner, child);
  }
  return result;
}
