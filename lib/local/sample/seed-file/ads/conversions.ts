/** Conversions of a seed, uploaded by the rule that clients use, for whoever may see their advertiser. */
import { claimOf } from '#lib/ads/attribution/attribution';
import { MAX_ENTRIES } from '#lib/ads/batch/batch';
import { conversionIdOf, readConversion, requireForInsert, timestampOf } from '#lib/ads/conversions/conversion-fields';
import { insertConversions, type InsertDependencies } from '#lib/ads/conversions/insert-conversions';
import type { ConversionFields } from '#lib/ads/model/conversion';
import { Fault } from '#lib/ads/model/fault';
import { ApiError } from '#lib/api/errors';
import { WrongSeed, type Findings, type Path } from '#lib/local/sample/seed-file/form/problem';
import type { Seed } from '#lib/local/sample/seed-file/form/schema';
import { readSeedInstant, TIME_FORMS } from '#lib/local/sample/seed-file/form/seed-time';

export interface ConversionPlan {
  readonly path: Path;
  readonly entry: ConversionFields;
}

/** Of a conversion that is there already, from an earlier time. */
const ALREADY_STORED = '(0x0000011A)';

export function planConversions({ conversions = [] }: Seed, nowMs: number, found: Findings): ConversionPlan[] {
  return conversions.flatMap((sent, index) => {
    const path = ['conversions', index];
    const text = sent.conversionTimestamp ?? '';
    const ms = /^\d+$/.test(text) ? Number(text) : readSeedInstant(text, { nowMs, timeZone: 'UTC' });
    if (ms === undefined) {
      found.add([...path, 'conversionTimestamp'], `'${text}' is no time: ${TIME_FORMS}.`);
      return [];
    }
    const entry = { segmentationType: 'FLOODLIGHT', ...sent, conversionTimestamp: String(ms) };
    try {
      const fields = readConversion(entry);
      timestampOf(fields, nowMs);
      requireForInsert(fields);
      claimOf(fields);
      conversionIdOf(fields);
      return [{ path, entry }];
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      found.add(path, error.message);
      return [];
    }
  });
}

/** One request takes so many, and each id only once. */
function batchesOf(plans: readonly ConversionPlan[]): ConversionPlan[][] {
  const batches: ConversionPlan[][] = [];
  for (const plan of plans) {
    const last = batches.at(-1);
    const isFull =
      last === undefined ||
      last.length >= MAX_ENTRIES ||
      last.some(({ entry }) => entry.conversionId === plan.entry.conversionId);
    if (isFull) batches.push([plan]);
    else last.push(plan);
  }
  return batches;
}

/** Which entry of its batch a refusal is about. */
const indexIn = (message: string): number => Number(/ index=(\d+) /.exec(message)?.[1] ?? 0);

export async function applyConversions(
  plans: readonly ConversionPlan[],
  { stores, clock, ids }: Omit<InsertDependencies, 'caller'>,
): Promise<void> {
  const grants = (await stores.grants.list()).map((grant) => ({ ...grant, role: 'WRITE' as const }));
  const writers = { ...stores, grants: { ...stores.grants, listFor: () => Promise.resolve(grants) } };
  for (const batch of batchesOf(plans)) {
    const conversion = batch.map(({ entry }) => entry);
    try {
      await insertConversions({ conversion }, { stores: writers, caller: { email: '' }, clock, ids });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problems = error.entries
        .filter(({ message }) => !message.includes(ALREADY_STORED))
        .map(({ message }) => ({ path: batch[indexIn(message)]?.path ?? ['conversions'], message }));
      if (problems.length > 0) throw new WrongSeed(problems);
    }
  }
}
