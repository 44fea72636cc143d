/** A database's answer to a command, in a comparable form. */
import type { Command } from '#test/tools/database-fuzz/commands/command';
import type { Refusal, Answer, Page } from './answer.ts';
import type { Tables } from './engines.ts';

const MAX_PAGES = 80;
/** Sets in DynamoDB's notation, as in the items of errors. */
const SETS = new Set(['SS', 'NS', 'BS']);

/** DynamoDB Local writes `1E-7` in some places and `0.0000001` in others. */
function normalisedNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant === ''
    ? '0'
    : `${sign}${significant}e${String(Number(exponent) - fraction.length + digits.length - significant.length)}`;
}

/** Sorts sets and attributes; turns bytes and large numbers into text. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { set: [...value].map((member) => JSON.stringify(canonical(member))).sort() };
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const [[type = '', members] = []] = entries;
  if (entries.length === 1 && type === 'N' && typeof members === 'string') return { N: normalisedNumber(members) };
  if (entries.length === 1 && SETS.has(type) && Array.isArray(members))
    return {
      [type]: members.map((member) => (type === 'NS' ? normalisedNumber(String(member)) : asText(member))).sort(),
    };
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, part]) => [name, canonical(part)]),
  );
}

export const asText = (value: unknown): string => JSON.stringify(canonical(value)) ?? 'undefined';

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { name, message, Item, CancellationReasons } = error as Error & Partial<Refusal>;
  return {
    name,
    message,
    ...(Item !== undefined && { Item }),
    ...(CancellationReasons !== undefined && { CancellationReasons }),
  };
}

/** Reads all pages of a query or scan if asked to. */
export async function getAnswer(tables: Tables, { name, input, readsAllPages = false }: Command): Promise<Answer> {
  const pages: Page[] = [];
  let from = {};
  try {
    do {
      const { $metadata: _, ...page } = (await tables.send(name, { ...input, ...from })) as Page;
      pages.push(page);
      from = { ExclusiveStartKey: page.LastEvaluatedKey };
    } while (readsAllPages && pages.at(-1)?.LastEvaluatedKey !== undefined && pages.length < MAX_PAGES);
    return { pages };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}
