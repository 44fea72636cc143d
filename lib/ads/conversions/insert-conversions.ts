/** conversion.insert: every entry is checked and stored for itself. */
import { activityOf, checkVariables, EMPTY_SETUP } from '#lib/ads/attribution/advertiser-setup';
import { attributeAll, type Claimed } from '#lib/ads/attribution/attribute-all';
import { claimOf, type Attribution } from '#lib/ads/attribution/attribution';
import { allOrError, tryEntry, entriesOf, successes, mapSuccesses, type Outcome } from '#lib/ads/batch/batch';
import type { AdvertiserSetup } from '#lib/ads/model/advertiser';
import {
  detailsOf,
  deviceOf,
  newDsConversionId,
  spaceOf,
  toWire,
  type AnswerSpace,
  type Conversion,
  type ConversionFields,
} from '#lib/ads/model/conversion';
import { alreadyStored, repeatedId, shown } from '#lib/ads/model/fault';
import type { AdsStores } from '#lib/ads/stores/all';
import type { Clock, Ids } from '#lib/api/context';
import {
  checkMoney,
  checkSize,
  conversionIdOf,
  readConversion,
  requireForInsert,
  stateOf,
  timestampOf,
  typeOf,
} from './conversion-fields.ts';

export interface InsertDependencies {
  readonly stores: Pick<AdsStores, 'advertisers' | 'conversions' | 'entities' | 'grants' | 'settings' | 'visits'>;
  readonly caller: { readonly email: string };
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Remembers the ids of one request; the second entry with an id is refused. */
export function uniqueIds(): (conversionId: string) => void {
  const seen = new Set<string>();
  return (conversionId) => {
    if (seen.has(conversionId)) throw repeatedId();
    seen.add(conversionId);
  };
}

/** The end of an error message: which conversion it is about. */
export const labelOf =
  (entries: readonly unknown[]) =>
  (index: number): string => {
    const { conversionId } = (entries[index] ?? {}) as { readonly conversionId?: unknown };
    return ` conversionId=${typeof conversionId === 'string' || typeof conversionId === 'number' ? shown(String(conversionId)) : ''}`;
  };

interface Draft extends Claimed {
  readonly conversionId: string;
  readonly timestampMs: number;
}

function readDraft(entry: unknown, requireUnique: (conversionId: string) => void, nowMs: number): Draft {
  const fields = readConversion(entry);
  const conversionId = conversionIdOf(fields);
  requireUnique(conversionId);
  const timestampMs = timestampOf(fields, nowMs);
  requireForInsert(fields);
  return { fields, conversionId, timestampMs, claim: claimOf(fields) };
}

interface CheckedConversion {
  readonly conversion: Conversion;
  readonly answer: AnswerSpace;
}

interface Stamp {
  readonly dsConversionId: string;
  readonly nowMs: number;
}

function newConversion(
  draft: Draft & { readonly attribution: Attribution },
  setup: AdvertiserSetup,
  stamp: Stamp,
): Conversion {
  const { fields, conversionId, timestampMs } = draft;
  const activity = activityOf(setup, fields);
  checkVariables(setup, fields);
  const type = typeOf(fields) ?? activity.conversionType;
  const state = stateOf(fields) ?? 'ACTIVE';
  checkMoney(fields, type, state);
  const { legacy, modern, visit } = draft.attribution;
  return {
    advertiserId: legacy.advertiserId,
    conversionId,
    timestampMs,
    dsConversionId: stamp.dsConversionId,
    modifiedMs: stamp.nowMs,
    type,
    state,
    legacy,
    modern,
    device: deviceOf(fields.deviceType) ?? visit?.device,
    visitMs: visit?.timestampMs,
    details: checkSize({
      ...detailsOf(fields),
      segmentationId: activity.activityId,
      segmentationName: activity.activityName,
    }),
  };
}

async function store(
  checked: readonly Outcome<CheckedConversion>[],
  { stores }: InsertDependencies,
): Promise<Outcome<ConversionFields>[]> {
  const existing = (await stores.conversions.addAll(successes(checked).map(({ conversion }) => conversion))).values();
  return mapSuccesses(checked, ({ conversion, answer }) => {
    const other = existing.next().value;
    if (other !== undefined) throw alreadyStored(other);
    return toWire(conversion, answer);
  });
}

export async function insertConversions(body: unknown, surroundings: InsertDependencies): Promise<ConversionFields[]> {
  const { stores, caller, clock, ids } = surroundings;
  const entries = entriesOf(body, 'conversion');
  const nowMs = clock.now().getTime();
  const requireUnique = uniqueIds();
  const drafts = entries.map((entry) => tryEntry(() => readDraft(entry, requireUnique, nowMs)));

  const { attributed, setupOf } = await attributeAll(
    drafts,
    { clicks: 'insert', needsSetup: () => true },
    { stores, grants: stores.grants.listFor(caller.email), nowMs },
  );
  const checked = mapSuccesses(attributed, (draft): CheckedConversion => {
    const setup = setupOf(draft.attribution.legacy.advertiserId) ?? EMPTY_SETUP;
    return {
      conversion: newConversion(draft, setup, { dsConversionId: newDsConversionId(nowMs, ids), nowMs }),
      answer: spaceOf(draft.fields),
    };
  });
  return allOrError(await store(checked, surroundings), labelOf(entries));
}
