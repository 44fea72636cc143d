/** The text of a seed, YAML or JSON (which is YAML, too), and the lines on which its parts stand. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { StartupError } from '#lib/command/startup-error';
import { pathText, WrongSeed, type Path } from './problem.ts';

/** Where the key of a field, or an item of a list, begins. */
function offsetOf(document: Document, path: Path): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last));
    return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  }
  const item: unknown = isSeq(parent) && typeof last === 'number' ? parent.items[last] : undefined;
  return isScalar(item) || isMap(item) || isSeq(item) ? item.range?.[0] : undefined;
}

function lineOf(document: Document, path: Path, counter: LineCounter): number {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== undefined) return counter.linePos(offset).line;
  }
  return 1;
}

/** Ids of advertising have more digits than a number holds: they stay as they are written. */
function keepLongNumbers(document: Document): void {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number' && Number.isInteger(node.value) && !Number.isSafeInteger(node.value))
        node.value = node.source;
    },
  });
}

/** Reads the text and hands it to `use`; whatever is wrong is reported as `name:line: problem`. */
export async function withSeedText<T>(text: string, name: string, use: (seed: unknown) => Promise<T>): Promise<T> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  if (document.errors.length > 0)
    throw new StartupError(
      document.errors
        .map(({ pos, message }) => `${name}:${String(counter.linePos(pos[0]).line)}: ${message}`)
        .join('\n'),
    );
  keepLongNumbers(document);
  try {
    return await use(document.toJS() ?? {});
  } catch (error) {
    if (!(error instanceof WrongSeed)) throw error;
    const lines = error.problems
      .map(({ path, message }) => ({ line: lineOf(document, path, counter), path, message }))
      .toSorted((a, b) => a.line - b.line);
    throw new StartupError(
      lines
        .map(
          ({ line, path, message }) =>
            `${name}:${String(line)}: ${path.length > 0 ? `${pathText(path)}: ` : ''}${message}`,
        )
        .join('\n'),
      { cause: error },
    );
  }
}
