/** Plausible values: ids of the caller and of others where ids belong, else what the schema allows. */
import type { UserData } from '#test/tools/fixtures/user-data';
import type { Random } from '#test/tools/shared/random';
import { resolveSchema, type JsonSchema } from './declared.ts';
import { hostileText } from './hostile-values.ts';

export interface ValueContext {
  readonly random: Random;
  readonly own: UserData;
  readonly foreign: UserData;
  /** The operation that the request is for. */
  readonly operationId: string;
}

/** Parameters and fields that contain an id of one of these kinds. */
const IDS: ReadonlyMap<string, readonly (keyof UserData)[]> = new Map(
  Object.entries<readonly (keyof UserData)[]>({
    calendarId: ['calendarId', 'calendarId', 'calendarId', 'calendarId', 'email'],
    destination: ['calendarId', 'email'],
    eventId: ['eventId', 'seriesId', 'instanceId'],
    channelId: ['channelId'],
    iCalUID: ['iCalUID'],
    recurringEventId: ['seriesId'],
    ruleId: ['ruleId'],
    email: ['email'],
    value: ['email'],
    newDataOwner: ['email'],
    setting: ['settingId'],
    resourceId: ['resourceId'],
    pageToken: ['pageToken'],
    syncToken: ['syncToken'],
    userId: ['userId'],
    shelf: ['publicShelf', 'privateShelf'],
    volumeId: ['volumeId', 'shelvedVolumeId'],
    agencyId: ['agencyId'],
    advertiserId: ['advertiserId'],
    engineAccountId: ['engineAccountId'],
    customerId: ['customerId'],
    campaignId: ['campaignId'],
    adGroupId: ['adGroupId'],
    criterionId: ['criterionId'],
    clickId: ['clickId'],
    conversionId: ['conversionId'],
    conversionTimestamp: ['conversionTimestamp'],
    segmentationName: ['segmentationName'],
    reportId: ['reportId'],
  }),
);

const OTHER_VALUES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    calendarId: ['primary'],
    ruleId: ['default', 'domain:example.com'],
    setting: ['locale', 'weekStart', 'format24HourTime'],
    timeZone: ['Europe/Zurich', 'America/New_York'],
    q: ['lantern', 'inauthor:wick', 'event'],
    address: ['https://hooks.example.com/x'],
    orderBy: ['startTime', 'updated', 'newest'],
    reportFragment: ['0', '1'],
  }),
);

/** The kind of `id` in a body; elsewhere the client chooses it. */
const BODY_IDS: ReadonlyMap<string, string> = new Map([
  ['calendar.calendarList.insert', 'calendarId'],
  ['calendar.freebusy.query', 'calendarId'],
  ['calendar.channels.stop', 'channelId'],
]);

const freshId = (random: Random): string => Array.from({ length: 20 }, () => random.below(32).toString(32)).join('');

/** A plausible value for a name, or undefined if the name is unknown. One in seven is somebody else's id. */
export function idFor(name: string, context: ValueContext): string | undefined {
  const { random, own, foreign, operationId } = context;
  if (name === 'id') return idFor(BODY_IDS.get(operationId) ?? 'freshId', context);
  if (name === 'freshId' || (name === 'conversionId' && random.percent(50))) return freshId(random);
  const kinds = IDS.get(name) ?? [];
  const texts = [...kinds.map((kind) => (random.percent(15) ? foreign : own)[kind]), ...(OTHER_VALUES.get(name) ?? [])];
  return random.pick(texts);
}

function numberFor({ format }: JsonSchema, random: Random): number {
  return format === 'double' || format === 'float' ? random.fraction() * 1000 : random.below(300);
}

function textFor(schema: JsonSchema, random: Random): string {
  if (schema.enum !== undefined) return random.pick(schema.enum) ?? '';
  if (schema.format === 'date') return `2026-0${String(1 + random.below(9))}-1${String(random.below(10))}`;
  if (schema.format === 'date-time')
    return `2026-0${String(1 + random.below(9))}-1${String(random.below(10))}T1${String(random.below(10))}:00:00Z`;
  if (schema.format === 'int64' || schema.format === 'uint64') return String(random.below(1e9));
  return random.percent(20) ? hostileText(random) : `text ${String(random.below(1000))}`;
}

/** A value of the declared type; deeper objects have fewer fields. */
export function valueFor(name: string, declared: JsonSchema, context: ValueContext, depth = 0): unknown {
  const schema = resolveSchema(declared);
  const { random } = context;
  switch (schema.type) {
    case 'boolean':
      return random.percent(50);
    case 'integer':
    case 'number':
      return numberFor(schema, random);
    case 'array': {
      const { items } = schema;
      return items === undefined || depth > 4
        ? []
        : Array.from({ length: 1 + random.below(3) }, () => valueFor(name, items, context, depth + 1));
    }
    case 'object': {
      const share = depth === 0 ? 40 : 60;
      const entries = Object.entries(schema.properties ?? {}).filter(() => depth < 5 && random.percent(share));
      const extra =
        typeof schema.additionalProperties === 'object'
          ? [['key', schema.additionalProperties] as const, [hostileText(random), schema.additionalProperties] as const]
          : [];
      return Object.fromEntries(
        [...entries, ...extra].map(([key, inner]) => [key, valueFor(key, inner, context, depth + 1)]),
      );
    }
    default:
      return idFor(name, context) ?? textFor(schema, random);
  }
}
