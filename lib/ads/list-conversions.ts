/** conversion.get and getByCustomerId: the conversions of one account, day by day, page by page. */
import { createHash } from 'node:crypto';
import { notFound } from '#lib/api/errors';
import type { StaticParameters } from '#lib/api/schema';
import type { EntityRef } from './attribution.ts';
import { daysBetween } from './conversion-days.ts';
import { toWire, type AnswerSpace, type Conversion, type ConversionFields } from './conversion.ts';
import { customerDigits, type Entity } from './entity.ts';
import { requireVisible } from './grant.ts';
import type { conversionWindow } from './parameters.ts';
import type { AdsStores, ConversionWindow, Position } from './stores.ts';

type Window = StaticParameters<typeof conversionWindow>;

export interface AccountQuestion extends Window {
  readonly agencyId?: string | undefined;
  readonly advertiserId?: string | undefined;
  readonly engineAccountId?: string | undefined;
  readonly customerId?: string | undefined;
}

interface Surroundings {
  readonly stores: Pick<AdsStores, 'conversions' | 'entities' | 'grants'>;
  readonly caller: { readonly email: string };
}

const refOf = ({ customerId, engineAccountId }: AccountQuestion): EntityRef =>
  engineAccountId === undefined
    ? { space: 'new', kind: 'ACCOUNT', customerId: customerDigits(customerId ?? '') }
    : { space: 'legacy', kind: 'ACCOUNT', id: engineAccountId };

/** Every id that the question gives must lead to the account. */
function requireLineage({ legacy, modern }: Entity, question: AccountQuestion): void {
  const isOther = (given: string | undefined, actual: string | undefined): boolean => given !== undefined && given !== actual;
  const { agencyId, advertiserId, engineAccountId, customerId } = question;
  const isForeign =
    isOther(agencyId, legacy.agencyId) ||
    isOther(advertiserId, legacy.advertiserId) ||
    isOther(engineAccountId, legacy.engineAccountId) ||
    isOther(customerId && customerDigits(customerId), modern?.customerId);
  if (isForeign) throw notFound();
}

const FILTERS = ['campaignId', 'adGroupId', 'criterionId', 'adId'] as const;

/** Filters speak the id space of the question. */
function matcher(account: Entity, question: AccountQuestion, { space }: AnswerSpace): (conversion: Conversion) => boolean {
  const wanted = FILTERS.filter((field) => question[field] !== undefined);
  return (conversion) => {
    if (conversion.legacy.engineAccountId !== account.legacy.engineAccountId) return false;
    const path = space === 'legacy' ? conversion.legacy : conversion.modern;
    return wanted.every((field) => path?.[field] === question[field]);
  };
}

interface Page {
  readonly conversions: readonly Conversion[];
  /** Where the next page begins; undefined at the end. */
  readonly next: Position | undefined;
}

async function readPage(found: AsyncIterable<Conversion>, matches: (conversion: Conversion) => boolean, skip: number, from: Position | undefined, rowCount: number): Promise<Page> {
  const conversions: Conversion[] = [];
  let place: Position = { timestampMs: -1, taken: 0 };
  let toPass = from?.taken ?? 0;
  let toSkip = skip;
  for await (const conversion of found) {
    const taken = conversion.timestampMs === place.timestampMs ? place.taken + 1 : 1;
    place = { timestampMs: conversion.timestampMs, taken };
    if (toPass > 0) toPass -= 1;
    else if (!matches(conversion)) continue;
    else if (toSkip > 0) toSkip -= 1;
    else if (conversions.push(conversion) === rowCount) return { conversions, next: place };
  }
  return { conversions, next: undefined };
}

/** Nearer to the beginning, passing over rows costs no more than looking a position up. */
const FIRST_KEPT_ROW = 1_000;

/** Pages of the same question share their positions; another caller's pages do not mix in. */
const readerOf = (email: string, { startRow: _, rowCount: __, ...question }: AccountQuestion): string =>
  createHash('sha256').update(JSON.stringify([email, Object.entries(question).sort()])).digest('base64url');

export async function listConversions(question: AccountQuestion, { stores, caller }: Surroundings): Promise<ConversionFields[]> {
  const { startDate, endDate, startRow, rowCount, customerId } = question;
  daysBetween(startDate, endDate, 'UTC');
  const reader = readerOf(caller.email, question);
  const [grants, found, position] = await Promise.all([
    stores.grants.listFor(caller.email),
    stores.entities.find(refOf(question)),
    startRow < FIRST_KEPT_ROW ? undefined : stores.conversions.findPosition(reader, startRow),
  ]);
  const account = requireVisible(grants, found);
  requireLineage(account, question);

  const days = daysBetween(startDate, endDate, account.networkTimeZone);
  const window: ConversionWindow = {
    advertiserId: account.legacy.advertiserId ?? '',
    fromMs: position?.timestampMs ?? days.fromMs,
    untilMs: days.untilMs,
  };
  const answer: AnswerSpace = customerId === undefined ? { space: 'legacy' } : { space: 'new', customerId };
  const { conversions, next } = await readPage(
    stores.conversions.list(window, (position?.taken ?? startRow) + rowCount),
    matcher(account, question, answer),
    position === undefined ? startRow : 0,
    position,
    rowCount,
  );
  // Most clients read one page: only those that have begun to page through make a write worth its time.
  if (next !== undefined && startRow > 0 && startRow + rowCount >= FIRST_KEPT_ROW) await stores.conversions.keepPosition(reader, startRow + rowCount, next);
  return conversions.map((conversion) => toWire(conversion, answer));
}

/** An empty list has no `conversion` at all. */
export const conversionList = (conversion: ConversionFields[]): { kind: string; conversion?: ConversionFields[] } => ({
  kind: 'doubleclicksearch#conversionList',
  ...(conversion.length > 0 && { conversion }),
});
