/**
 * What a calendar holds and shows, as the reference says it: plain arrays and maps, nothing shared with lib/. Times are
 * milliseconds in UTC, the calendars' zone; series are daily, in UTC or in Berlin, and end.
 */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The first day on which events are; the clocks of Berlin go forward on the seventh, at one o'clock in UTC. */
export const MONDAY = Date.parse('2026-03-23T00:00:00Z');
const CHANGE = Date.parse('2026-03-29T01:00:00Z');

export type Zone = 'UTC' | 'Europe/Berlin';

const wallOf = (zone: Zone, time: number): number => (zone === 'UTC' ? time : time + (time < CHANGE ? 1 : 2) * HOUR);

/** A time that the clocks skip is read by the clock before (RFC 5545 3.3.5). */
function timeOf(zone: Zone, wall: number): number {
  if (zone === 'UTC') return wall;
  return wall - HOUR < CHANGE || wall - 2 * HOUR < CHANGE ? wall - HOUR : wall - 2 * HOUR;
}

export type Status = 'confirmed' | 'tentative' | 'cancelled';

/** What instances inherit from their series. */
export interface Fields {
  summary?: string | undefined;
  location?: string | undefined;
  status: Status;
  visibility?: 'private' | undefined;
  transparency?: 'transparent' | undefined;
  /** The answer of the one guest that events of the model have; undefined where nobody is invited. */
  answer?: string | undefined;
  start: number;
  end: number;
}

export interface DailyRule {
  readonly count: number;
  readonly interval: number;
}

export interface Exception {
  /** False for one that its series no longer has: it is a tombstone. */
  isActive: boolean;
  own: Partial<Fields>;
  /** Before the whole series was cancelled; undefined when it had none of its own. */
  statusBefore?: Status | undefined;
  updated: number;
}

export interface ModelEvent {
  readonly id: string;
  readonly uid: string;
  readonly creator: string;
  readonly isAllDay: boolean;
  readonly zone: Zone;
  updated: number;
  fields: Fields;
  rule?: DailyRule | undefined;
  /** By original start. */
  exceptions: Map<number, Exception>;
  isMovedAway?: boolean;
}

/** An event or an instance with everything that it inherits. */
export interface Whole extends Fields {
  readonly id: string;
  readonly creator: string;
  readonly updated: number;
  readonly seriesId?: string;
}

const NAMES = ['summary', 'location', 'status', 'transparency'] as const;

export const startsOf = ({ fields, rule, zone }: Pick<ModelEvent, 'fields' | 'rule' | 'zone'>): number[] =>
  rule === undefined
    ? []
    : Array.from({ length: rule.count }, (_, index) =>
        timeOf(zone, wallOf(zone, fields.start) + index * rule.interval * DAY),
      );

export const isLiving = ({ rule, fields }: Pick<ModelEvent, 'fields' | 'rule'>): boolean =>
  rule !== undefined && fields.status !== 'cancelled';

export const instanceIdOf = ({ id, isAllDay }: ModelEvent, start: number): string => {
  const text = new Date(start).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${id}_${isAllDay ? text.slice(0, 8) : text}`;
};

const plainFields = ({ fields }: ModelEvent, start: number): Fields => ({
  ...fields,
  start,
  end: start + fields.end - fields.start,
});

/** The instance with that original start; undefined when there is none. */
export function instanceOf(event: ModelEvent, start: number): Whole | undefined {
  const isProduced = startsOf(event).includes(start);
  const exception = event.exceptions.get(start);
  const base = { id: instanceIdOf(event, start), creator: event.creator, seriesId: event.id };
  if (exception !== undefined && (exception.isActive || !isProduced || !isLiving(event))) {
    const status = isLiving(event) ? (exception.own.status ?? event.fields.status) : 'cancelled';
    const updated = Math.max(exception.updated, event.updated);
    return { ...base, ...plainFields(event, start), ...exception.own, status, updated };
  }
  return isProduced && isLiving(event) ? { ...base, ...plainFields(event, start), updated: event.updated } : undefined;
}

export const wholeOf = ({ id, creator, updated, fields }: ModelEvent): Whole => ({ ...fields, id, creator, updated });

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Without what is undefined, in one order. */
const sorted = (fields: Fields): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .toSorted(),
  );

const tombstone = (updated: number): Exception => ({ isActive: false, own: { status: 'cancelled' }, updated });

/** Exceptions that the rules produce stay; the others are tombstones, or blank when they are produced again. */
function followRules(event: ModelEvent, isLeftAlone: (start: number) => boolean, now: number): void {
  const produced = new Set(startsOf(event));
  for (const [start, exception] of event.exceptions) {
    if (isLeftAlone(start)) continue;
    if (exception.isActive && !produced.has(start)) event.exceptions.set(start, tombstone(now));
    if (!exception.isActive && produced.has(start))
      event.exceptions.set(start, { isActive: true, own: {}, updated: now });
  }
}

/** Another time of day: exceptions go, and cancellations stay on their days. */
function followTimeOfDay(event: ModelEvent, shift: number, now: number): void {
  const produced = new Set(startsOf(event));
  const settled = new Set<number>();
  const active = [...event.exceptions].filter(([, { isActive }]) => isActive);
  for (const [start] of active) {
    settled.add(start);
    if (!produced.has(start)) event.exceptions.set(start, tombstone(now));
  }
  for (const [start, { own }] of active) {
    const moved = timeOf(event.zone, wallOf(event.zone, start) + shift);
    if (own.status !== 'cancelled' || produced.has(start) || !produced.has(moved) || settled.has(moved)) continue;
    settled.add(moved);
    event.exceptions.set(moved, { isActive: true, own: { status: 'cancelled' }, updated: now });
  }
  followRules(event, (start) => settled.has(start), now);
}

function restoreExceptions(event: ModelEvent, now: number): void {
  for (const exception of event.exceptions.values()) {
    if (!exception.isActive) continue;
    if (exception.statusBefore === undefined) delete exception.own.status;
    else exception.own.status = exception.statusBefore;
    exception.updated = now;
  }
}

/** Changes an event or a series; false when nothing changes. */
export function changeEvent(event: ModelEvent, fields: Fields, rule: DailyRule | undefined, now: number): boolean {
  const before = { fields: event.fields, rule: event.rule };
  if (isSame(sorted(before.fields), sorted(fields)) && isSame({ rule: before.rule }, { rule })) return false;
  Object.assign(event, { fields, rule, updated: now });
  delete event.isMovedAway;
  const timeOfDay = ({ start }: Fields): number => wallOf(event.zone, start) % DAY;
  const shift = timeOfDay(fields) - timeOfDay(before.fields);
  if (rule === undefined) {
    for (const [start, { isActive }] of event.exceptions) if (isActive) event.exceptions.set(start, tombstone(now));
  } else if (!isLiving(event)) {
    if (isLiving(before))
      for (const exception of event.exceptions.values())
        if (exception.isActive) {
          exception.statusBefore = exception.own.status;
          exception.own.status = 'cancelled';
          exception.updated = now;
        }
  } else if (!isLiving(before)) {
    restoreExceptions(event, now);
    followRules(event, () => false, now);
  } else if (shift !== 0 && isSame({ rule: before.rule }, { rule })) followTimeOfDay(event, shift, now);
  else followRules(event, () => false, now);
  return true;
}

/** Changes one instance; false when nothing changes. What equals the series is inherited from it. */
export function changeInstance(event: ModelEvent, start: number, change: Partial<Fields>, now: number): boolean {
  const before = instanceOf(event, start);
  if (before === undefined) return false;
  const after = { ...before, ...change };
  if (isSame(sorted(before), sorted(after))) return false;
  const plain = plainFields(event, start);
  const known = event.exceptions.get(start);
  const kept: Partial<Fields> = known?.isActive === true ? known.own : {};
  const isOwn = (name: (typeof NAMES)[number]): boolean =>
    before[name] === after[name] ? Object.hasOwn(kept, name) : plain[name] !== after[name];
  const own: Partial<Fields> = {
    ...(kept.start !== undefined && { start: kept.start, end: kept.end ?? kept.start }),
    ...Object.fromEntries(NAMES.filter(isOwn).map((name) => [name, after[name]])),
  };
  if (before.start !== after.start || before.end !== after.end) {
    delete own.start;
    delete own.end;
    if (plain.start !== after.start || plain.end !== after.end)
      Object.assign(own, { start: after.start, end: after.end });
  }
  event.exceptions.set(start, { isActive: true, own, updated: now });
  return true;
}
