/**
 * conversion.update: finds each conversion by its id and time, or by the service's own id, and changes what may change.
 */
import { checkVariables, EMPTY_SETUP, setupsOf } from '#lib/ads/attribution/advertiser-setup';
import { attributeAll } from '#lib/ads/attribution/attribute-all';
import { claimOf, differingField, type ClickOrKeyword } from '#lib/ads/attribution/attribution';
import { allOrError, tryEntry, entriesOf, successes, mapSuccesses, type Outcome } from '#lib/ads/batch/batch';
import { findDistinct } from '#lib/ads/batch/find-distinct';
import {
  detailsOf,
  spaceOf,
  toWire,
  type Conversion,
  type ConversionFields,
  type ConversionKey,
} from '#lib/ads/model/conversion';
import { conversionNotFound, Fault, fixedField, missingField } from '#lib/ads/model/fault';
import { mayRead, requireWritable } from '#lib/ads/model/grant';
import { sortedJson } from '#lib/api/text/sorted-json';
import { checkMoney, checkSize, conversionIdOf, readConversion, stateOf, timestampOf } from './conversion-fields.ts';
import { labelOf, uniqueIds, type InsertDependencies } from './insert-conversions.ts';

/** How often a change is tried when somebody else changes the same conversion. */
const ROUNDS = 5;

interface ByKey {
  readonly fields: ConversionFields;
  readonly claim: ClickOrKeyword;
  readonly conversionId: string;
  readonly timestampMs: number;
}
interface ByDsId {
  readonly fields: ConversionFields;
  readonly dsConversionId: string;
}
type Draft = ByKey | ByDsId;
const isByKey = (draft: Draft): draft is ByKey => 'claim' in draft;

function readDraft(entry: unknown, requireUnique: (conversionId: string) => void, nowMs: number): Draft {
  const fields = readConversion(entry);
  if (fields.conversionId !== undefined) requireUnique(fields.conversionId);
  const { dsConversionId } = fields;
  if (dsConversionId !== undefined && (fields.conversionId === undefined || fields.conversionTimestamp === undefined))
    return { fields, dsConversionId };
  const conversionId = conversionIdOf(fields);
  const timestampMs = timestampOf(fields, nowMs);
  if (fields.type === undefined) throw missingField('type');
  return { fields, conversionId, timestampMs, claim: claimOf(fields) };
}

function checkIdentity(fields: ConversionFields, stored: Conversion): void {
  const { details } = stored;
  const isOther = (given: string | undefined, kept: string | undefined): boolean =>
    given !== undefined && given !== kept;
  if (isOther(fields.dsConversionId, stored.dsConversionId)) throw fixedField('dsConversionId');
  if (isOther(fields.conversionId, stored.conversionId)) throw fixedField('conversionId');
  if (fields.conversionTimestamp !== undefined && Number(fields.conversionTimestamp) !== stored.timestampMs)
    throw fixedField('conversionTimestamp');
  if (isOther(fields.type, stored.type)) throw fixedField('type');
  if (isOther(fields.segmentationId, details.segmentationId)) throw fixedField('segmentationId');
  if (isOther(fields.segmentationName, details.segmentationName)) throw fixedField('segmentationName');
  if (isOther(fields.clickId, details.clickId)) throw fixedField('clickId');
  const moved = differingField(fields, stored.legacy, stored.modern);
  if (moved !== undefined) throw fixedField(moved);
}

/** The stored conversion with what the update says; the same object when nothing is different. */
export function changed(stored: Conversion, fields: ConversionFields, nowMs: number): Conversion {
  checkIdentity(fields, stored);
  for (const field of ['revenueMicros', 'currencyCode', 'quantityMillis'] as const) {
    if (stored.details[field] !== undefined && fields[field] === undefined) throw missingField(field);
  }
  const state = stateOf(fields) ?? stored.state;
  const details = checkSize({ ...stored.details, ...detailsOf(fields) });
  if (details.storeId !== undefined && details.channel !== 'local')
    throw new Fault("Field 'storeId' needs the channel 'local'");
  checkMoney(details, stored.type, state);
  const isSame =
    state === stored.state &&
    Object.entries(details).every(
      ([name, value]) => sortedJson(value) === sortedJson(stored.details[name as keyof typeof details]),
    );
  // Always later than before, even within one millisecond: the time also tells two versions apart.
  return isSame ? stored : { ...stored, state, details, modifiedMs: Math.max(nowMs, stored.modifiedMs + 1) };
}

interface Target {
  readonly fields: ConversionFields;
  readonly key: ConversionKey;
}

/** The keys of the conversions that are meant, of advertisers that the caller may change. */
async function locate(
  drafts: readonly Outcome<Draft>[],
  { stores, caller }: InsertDependencies,
  nowMs: number,
): Promise<Outcome<Target>[]> {
  const granted = stores.grants.listFor(caller.email);
  const claimed = drafts.filter((draft) => draft instanceof Fault || isByKey(draft));
  const [grants, { attributed }, byDsId] = await Promise.all([
    granted,
    attributeAll(claimed, { clicks: 'update', needsSetup: () => false }, { stores, grants: granted, nowMs }),
    findDistinct(
      successes(drafts).flatMap((draft) => (isByKey(draft) ? [] : [draft.dsConversionId])),
      (ids) => Promise.all(ids.map((id) => stores.conversions.findByDsId(id))),
    ),
  ]);
  const next = attributed.values();
  return drafts.map((draft) => {
    if (draft instanceof Fault || isByKey(draft)) {
      const outcome = next.next().value ?? conversionNotFound('');
      return outcome instanceof Fault
        ? outcome
        : { fields: outcome.fields, key: { ...outcome, advertiserId: outcome.attribution.legacy.advertiserId } };
    }
    return tryEntry(() => {
      const found = byDsId(draft.dsConversionId);
      if (found === undefined || !mayRead(grants, found.legacy))
        throw conversionNotFound(draft.fields.conversionId ?? draft.dsConversionId);
      requireWritable(grants, found.legacy);
      return { fields: draft.fields, key: found };
    });
  });
}

/** One try: what is stored now, changed and written. `undefined` stands for a change that lost a race. */
async function tryOnce(
  targets: readonly Target[],
  setups: ReturnType<typeof setupsOf>,
  { stores }: InsertDependencies,
  nowMs: number,
): Promise<Outcome<Conversion | undefined>[]> {
  const [setupOf, stored] = await Promise.all([setups, stores.conversions.findAll(targets.map(({ key }) => key))]);
  const changes = targets.map(({ fields, key }, index) =>
    tryEntry(() => {
      const read = stored[index];
      if (read === undefined) throw conversionNotFound(key.conversionId);
      checkVariables(setupOf(key.advertiserId) ?? EMPTY_SETUP, fields);
      return { read, next: changed(read, fields, nowMs) };
    }),
  );
  const wins = (
    await stores.conversions.replaceAll(successes(changes).filter(({ read, next }) => read !== next))
  ).values();
  return mapSuccesses(changes, ({ read, next }) => (read === next || wins.next().value === true ? next : undefined));
}

async function changeAll(
  targets: readonly Target[],
  surroundings: InsertDependencies,
  nowMs: number,
): Promise<Outcome<Conversion>[]> {
  const withVariables = targets.filter(({ fields }) => (fields.customMetric ?? fields.customDimension) !== undefined);
  const setups = setupsOf(
    withVariables.map(({ key }) => key.advertiserId),
    surroundings.stores,
  );
  const outcomes: Outcome<Conversion>[] = targets.map(
    () => new Fault('The conversion is being changed by somebody else; try again'),
  );
  let open = targets.map((_, index) => index);
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    const tried = await tryOnce(
      open.map((index) => targets[index] as Target),
      setups,
      surroundings,
      nowMs,
    );
    open = open.filter((index, place) => {
      const outcome = tried[place];
      if (outcome !== undefined) outcomes[index] = outcome;
      return outcome === undefined;
    });
  }
  return outcomes;
}

export async function updateConversions(body: unknown, surroundings: InsertDependencies): Promise<ConversionFields[]> {
  const entries = entriesOf(body, 'conversion');
  const nowMs = surroundings.clock.now().getTime();
  const requireUnique = uniqueIds();
  const drafts = entries.map((entry) => tryEntry(() => readDraft(entry, requireUnique, nowMs)));

  const located = await locate(drafts, surroundings, nowMs);
  const results = (await changeAll(successes(located), surroundings, nowMs)).values();
  const outcomes = mapSuccesses(located, ({ fields }) => {
    const result = results.next().value;
    if (result === undefined || result instanceof Fault) throw result ?? conversionNotFound('');
    return toWire(result, spaceOf(fields));
  });
  return allOrError(outcomes, labelOf(entries));
}
