/** Compares the answers of two databases to the same command. */
import type { Command } from '#test/tools/database-fuzz/commands/command';
import type { Item } from '#test/tools/database-fuzz/commands/values';
import type { Answers } from './answer-changes.ts';
import type { Page, Refusal } from './answer.ts';
import { asText } from './answers.ts';

/** A difference: its kind, by which equal faults are recognised, and both sides. */
export interface Difference {
  readonly kind: string;
  readonly reference: string;
  readonly own: string;
}

/** Messages that our code reads; the others are only for people. */
const READ_MESSAGES =
  /item size|exceeded the maximum allowed size|conditional request failed|please refer cancellation reasons/i;

const compareTexts = (kind: string, reference: unknown, own: unknown): Difference[] => {
  const [one, other] = [asText(reference), asText(own)];
  return one === other ? [] : [{ kind, reference: one, own: other }];
};

function compareRefusals(reference: Refusal, own: Refusal): Difference[] {
  const names = compareTexts('name of the error', reference.name, own.name);
  if (names.length > 0)
    return [
      {
        kind: 'name of the error',
        reference: `${reference.name}: ${reference.message}`,
        own: `${own.name}: ${own.message}`,
      },
    ];
  return [
    ...(READ_MESSAGES.test(reference.message) || READ_MESSAGES.test(own.message)
      ? compareTexts('message of the error', reference.message, own.message)
      : []),
    ...compareTexts('item of the error', reference.Item, own.Item),
    ...compareTexts('cancellation reasons', reference.CancellationReasons, own.CancellationReasons),
  ];
}

const sorted = (values: readonly unknown[] = []): string[] => values.map(asText).sort();
const allItems = (pages: readonly Page[]): readonly Item[] => pages.flatMap(({ Items = [] }) => Items);
const sum = (pages: readonly Page[], count: (page: Page) => number | undefined): number =>
  pages.reduce((total, page) => total + (count(page) ?? 0), 0);

/** For a scan, or index entries with equal sort keys: DynamoDB does not define their order. */
function compareUnordered(
  { input, readsAllPages = false, name }: Command,
  reference: readonly Page[],
  own: readonly Page[],
): Difference[] {
  const isWhole = [reference, own].every((pages) => pages.at(-1)?.LastEvaluatedKey === undefined);
  const isLimited = input['Limit'] !== undefined;
  const scanned = (pages: readonly Page[]): unknown[] =>
    pages.map(({ ScannedCount, LastEvaluatedKey }) => [ScannedCount, LastEvaluatedKey !== undefined]);
  return [
    ...(isLimited && !readsAllPages ? compareTexts('what was scanned', scanned(reference), scanned(own)) : []),
    ...(isWhole ? compareTexts('items', sorted(allItems(reference)), sorted(allItems(own))) : []),
    ...(isWhole
      ? compareTexts(
          'Count',
          sum(reference, ({ Count }) => Count),
          sum(own, ({ Count }) => Count),
        )
      : []),
    ...(isWhole
      ? compareTexts(
          'ScannedCount',
          sum(reference, ({ ScannedCount }) => ScannedCount),
          sum(own, ({ ScannedCount }) => ScannedCount),
        )
      : []),
    ...(isWhole && reference.length === 1 && own.length === 1
      ? compareTexts('capacity', reference[0]?.['ConsumedCapacity'], own[0]?.['ConsumedCapacity'])
      : []),
    ...(isWhole && name === 'Query' ? compareTexts('order', rangeKeys(input, reference), rangeKeys(input, own)) : []),
  ];
}

const RANGES: Readonly<Record<string, string>> = {
  byTime: 'timeKey',
  byChange: 'changeKey',
  byUid: 'uid',
  byAlternate: 'gsk',
};
const rangeKeys = ({ IndexName }: Item, pages: readonly Page[]): unknown[] =>
  allItems(pages).map((item) => item[RANGES[String(IndexName)] ?? 'sk']);

/** A batch's answer has no order of tables or items. */
function sortedPage(page: Page): Page {
  const { Responses, ConsumedCapacity } = page;
  const isByTable = typeof Responses === 'object' && Responses !== null && !Array.isArray(Responses);
  return {
    ...page,
    ...(isByTable && {
      Responses: Object.fromEntries(
        Object.entries(Responses).map(([table, items]) => [table, sorted(items as unknown[])]),
      ),
    }),
    ...(Array.isArray(ConsumedCapacity) && { ConsumedCapacity: sorted(ConsumedCapacity) }),
  };
}

function comparePages(reference: readonly Page[], own: readonly Page[]): Difference[] {
  if (reference.length !== own.length)
    return compareTexts(
      'number of pages',
      reference.map(({ ScannedCount }) => ScannedCount),
      own.map(({ ScannedCount }) => ScannedCount),
    );
  return reference.flatMap((page, place) => {
    const [one, other] = [sortedPage(page), sortedPage(own[place] ?? {})];
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) =>
      compareTexts(name === 'ConsumedCapacity' ? 'capacity' : name, one[name], other[name]),
    );
  });
}

const errorText = ({ name, message }: Refusal): string => `${name}: ${message}`;

/** `hasTies`: whether index entries may have equal sort keys. */
export function compareAnswers(command: Command, hasTies: boolean, { reference, own }: Answers): Difference[] {
  const [theirs, ours] = [reference.refusal, own.refusal];
  if (theirs !== undefined && ours !== undefined) return compareRefusals(theirs, ours);
  if (reference.pages === undefined) {
    return [{ kind: 'only the reference refuses', reference: errorText(reference.refusal), own: asText(own.pages) }];
  }
  if (own.pages === undefined) {
    return [{ kind: 'only ours refuses', reference: asText(reference.pages), own: errorText(own.refusal) }];
  }
  const isUnordered = command.name === 'Scan' || (hasTies && command.input['IndexName'] !== undefined);
  return isUnordered ? compareUnordered(command, reference.pages, own.pages) : comparePages(reference.pages, own.pages);
}
