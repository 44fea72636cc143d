/** The text of a seed, YAML or JSON (which is YAML, too), and the lines on which its parts stand. */
import {
  constructFromEvents,
  CORE_SCHEMA,
  defineScalarTag,
  EVENT_ID,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  parseEvents,
  YAMLException,
  type Event,
  type ScalarTagDefinition,
} from 'js-yaml';
import { StartupError } from '#lib/command/startup-error';
import { fieldText, itemText, pathText, WrongSeed, type Path, type Problem } from './problem.ts';

/** Ids of advertising have more digits than a number holds: they stay as they are written. */
const withLongNumbers = (tag: ScalarTagDefinition<number>): ScalarTagDefinition<number | string> =>
  defineScalarTag<number | string>(tag.tagName, {
    ...tag,
    resolve(source, isExplicit, tagName) {
      const value = tag.resolve(source, isExplicit, tagName);
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value;
    },
  });

const SCHEMA = CORE_SCHEMA.withTags(withLongNumbers(intCoreTag), withLongNumbers(floatCoreTag));

const startOf = (event: Event): number => {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  return 'start' in event ? event.start : 0;
};

/** Where the key of each field, and each item of a list, begins, by the text of its path. */
function offsetsIn(text: string, events: readonly Event[]): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  const rest = events.values();
  /** Until the end of a list or an object. */
  function* parts(): Generator<Event> {
    for (const event of rest) {
      if (event.type === EVENT_ID.POP) return;
      yield event;
    }
  }
  function read(event: Event, path: string): void {
    let index = 0;
    if (event.type === EVENT_ID.SEQUENCE)
      for (const item of parts()) {
        const here = itemText(path, index);
        index += 1;
        offsets.set(here, startOf(item));
        read(item, here);
      }
    if (event.type !== EVENT_ID.MAPPING) return;
    for (const key of parts()) {
      const here = fieldText(path, key.type === EVENT_ID.SCALAR ? getScalarValue(text, key) : '');
      read(key, '');
      offsets.set(here, startOf(key));
      const { value } = rest.next();
      if (value !== undefined) read(value, here);
    }
  }
  const [, root] = [rest.next(), rest.next()];
  if (root.value !== undefined) read(root.value, '');
  return offsets;
}

/** As `name:line: path: message`, in the order of the lines. */
function tell(problems: readonly Problem[], name: string, text: string, events: readonly Event[]): string {
  const offsets = offsetsIn(text, events);
  const offsetOf = (path: Path): number =>
    path.length === 0 ? 0 : (offsets.get(pathText(path)) ?? offsetOf(path.slice(0, -1)));
  let [line, at] = [1, 0];
  return problems
    .map(({ path, message }) => ({ offset: offsetOf(path), path, message }))
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ offset, path, message }) => {
      line += text.slice(at, offset).split('\n').length - 1;
      at = offset;
      return `${name}:${String(line)}: ${path.length > 0 ? `${pathText(path)}: ` : ''}${message}`;
    })
    .join('\n');
}

/** Far more than a data folder of a laptop has. */
const MAX_VALUES = 10_000_000;

/** What stands behind several aliases counts each time; one that stands behind itself has no end. */
function countValues(value: unknown, known = new Map<object, number>()): number {
  if (typeof value !== 'object' || value === null) return 1;
  const before = known.get(value);
  if (before !== undefined) return before;
  known.set(value, Infinity);
  const count = Object.values(value).reduce<number>((sum, part) => sum + countValues(part, known), 1);
  known.set(value, count);
  return count;
}

/** A few lines whose aliases name each other could stand for more than any machine holds. */
function requireFewValues(document: unknown, events: readonly Event[], name: string): void {
  if (!events.some(({ type }) => type === EVENT_ID.ALIAS) || countValues(document) <= MAX_VALUES) return;
  throw new StartupError(
    `${name}: Its aliases stand for themselves, or for more than ${MAX_VALUES.toLocaleString('en')} values. Write out what they stand for.`,
  );
}

export interface SeedText {
  /** Does something with what the text says; whatever is wrong is reported as `name:line: problem`. */
  use<T>(work: (document: unknown) => Promise<T>): Promise<T>;
}

function parse(text: string, name: string): { readonly events: readonly Event[]; readonly document: unknown } {
  try {
    const events = parseEvents(text, {});
    const documents = constructFromEvents(events, { source: text, schema: SCHEMA });
    if (documents.length > 1) throw new StartupError(`${name}: There is more than one document in it.`);
    const document = documents[0] ?? {};
    requireFewValues(document, events, name);
    return { events, document };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? '' : `:${String(error.mark.line + 1)}`;
    throw new StartupError(`${name}${line}: ${error.reason}`, { cause: error });
  }
}

export function readSeedText(text: string, name: string): SeedText {
  const { events, document } = parse(text, name);
  return {
    async use(work) {
      try {
        return await work(document);
      } catch (error) {
        if (!(error instanceof WrongSeed)) throw error;
        throw new StartupError(tell(error.problems, name, text, events), { cause: error });
      }
    },
  };
}
