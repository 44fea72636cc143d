/** Writes documents by the hundred. Those that the domain was too busy for are sent again, the others are not. */
import { type Domain, isPassing, MAX_ATTEMPTS } from './domain.ts';

export interface BulkAction {
  readonly id: string;
  /** Undefined removes it. */
  readonly document: object | undefined;
}

/** The smallest machines of OpenSearch Service take requests of 10 MB. */
const MAX_BYTES = 5_000_000;

interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

interface BulkAnswer {
  readonly errors: boolean;
  /** In the order of the actions. */
  readonly items: readonly Readonly<Record<string, BulkItem>>[];
}

interface Line {
  readonly id: string;
  readonly text: string;
}

const lineOf = ({ id, document }: BulkAction): Line => {
  const action = document === undefined ? { delete: { _id: id } } : { index: { _id: id } };
  return {
    id,
    text: [action, ...(document === undefined ? [] : [document])].map((it) => `${JSON.stringify(it)}\n`).join(''),
  };
};

/** In requests that no machine refuses for their size. */
function requestsOf(lines: readonly Line[]): Line[][] {
  const requests: Line[][] = [];
  let bytes = Infinity;
  for (const line of lines) {
    const size = Buffer.byteLength(line.text);
    if (bytes + size > MAX_BYTES) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(line);
    bytes += size;
  }
  return requests;
}

/** What became of each line; a document that was to be removed and is not there is removed. */
const isDone = ({ status }: BulkItem): boolean => status < 300 || status === 404;

async function sendLines(
  domain: Domain,
  target: string,
  lines: readonly Line[],
  query: Record<string, string>,
): Promise<Line[]> {
  const body = lines.map(({ text }) => text).join('');
  const { body: answer } = await domain.send<BulkAnswer>('POST', `/${target}/_bulk`, { body, query });
  if (!answer.errors) return [];
  return lines.filter(({ id }, place) => {
    const [item] = Object.values(answer.items[place] ?? {});
    if (item === undefined) throw new Error(`OpenSearch did not say what became of ${id}.`);
    if (isDone(item) && item.error === undefined) return false;
    if (isPassing(item.status)) return true;
    throw new Error(
      `OpenSearch did not take ${id}: ${String(item.status)} ${item.error?.type ?? ''} ${item.error?.reason ?? ''}`,
    );
  });
}

/**
 * Resolves when all are written. `target` is an index, or with `isAlias` an alias: then nothing is written while there is
 * no such alias, for OpenSearch would make an index of that name. No id may be there twice: what is sent again comes late.
 */
export async function writeBulk(
  domain: Domain,
  { target, isAlias }: { readonly target: string; readonly isAlias: boolean },
  actions: readonly BulkAction[],
): Promise<void> {
  const query: Record<string, string> = isAlias ? { require_alias: 'true' } : {};
  for (const request of requestsOf(actions.map(lineOf))) {
    let left = request;
    for (let attempt = 1; left.length > 0; attempt += 1) {
      if (attempt > MAX_ATTEMPTS)
        throw new Error(`OpenSearch was too busy for ${String(left.length)} documents; import the file again.`);
      await domain.pauseBefore(attempt);
      left = await sendLines(domain, target, left, query);
    }
  }
}
