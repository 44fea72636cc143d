/** Random writes: each is sent, applied to the model, and both must agree on whether it took place. */
import fc from 'fast-check';
import {
  changeEvent,
  changeInstance,
  DAY,
  HOUR,
  instanceIdOf,
  instanceOf,
  isLiving,
  startsOf,
  wholeOf,
  MONDAY,
  type DailyRule,
  type Exception,
  type Fields,
  type ModelEvent,
  type Zone,
} from './calendar-model.ts';
import { rowOf, type RealWorld, type Reply } from './real-world.ts';
import { mayWrite, type CalendarName, type Person, type WorldModel } from './world-model.ts';

/** An event as somebody writes it. */
export interface Draft {
  readonly summary: string;
  readonly status: 'confirmed' | 'tentative';
  readonly isPrivate: boolean;
  readonly isFree: boolean;
  /** All day when there is none. */
  readonly hour: number | undefined;
  readonly zone: Zone;
  readonly day: number;
  readonly rule: DailyRule | undefined;
}

export const draft: fc.Arbitrary<Draft> = fc.record({
  summary: fc.constantFrom('Tea', 'Lunch', 'Review'),
  status: fc.constantFrom('confirmed', 'confirmed', 'tentative'),
  isPrivate: fc.boolean(),
  isFree: fc.boolean(),
  hour: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
  zone: fc.constantFrom<Zone>('UTC', 'Europe/Berlin'),
  day: fc.nat(9),
  rule: fc.option(fc.record({ count: fc.integer({ min: 2, max: 5 }), interval: fc.constantFrom(1, 2) }), {
    nil: undefined,
  }),
});

const fieldsOf = ({ summary, status, isPrivate, isFree, hour, day }: Draft): Fields => {
  const start = MONDAY + day * DAY + (hour ?? 0) * HOUR;
  return {
    summary,
    status,
    ...(isPrivate && { visibility: 'private' as const }),
    ...(isFree && { transparency: 'transparent' as const }),
    start,
    end: start + (hour === undefined ? DAY : HOUR),
  };
};

/** Of an event: how its times are written. */
type TimeForm = Pick<ModelEvent, 'isAllDay' | 'zone'>;

const formOf = ({ hour, zone }: Draft): TimeForm =>
  hour === undefined ? { isAllDay: true, zone: 'UTC' } : { isAllDay: false, zone };

const timeBody = (at: number, { isAllDay, zone }: TimeForm) =>
  isAllDay
    ? { date: new Date(at).toISOString().slice(0, 10) }
    : { dateTime: new Date(at).toISOString(), timeZone: zone };

const timesBody = ({ start, end }: Pick<Fields, 'start' | 'end'>, form: TimeForm) => ({
  start: timeBody(start, form),
  end: timeBody(end, form),
});

const ruleBody = (rule: DailyRule | undefined) =>
  rule === undefined
    ? []
    : [
        `RRULE:FREQ=DAILY;COUNT=${String(rule.count)}${rule.interval === 1 ? '' : `;INTERVAL=${String(rule.interval)}`}`,
      ];

const bodyOf = (fields: Fields, form: TimeForm, rule: DailyRule | undefined) => {
  const { start, end, answer: _answer, ...texts } = fields;
  return {
    ...texts,
    ...timesBody({ start, end }, form),
    ...(rule !== undefined && { recurrence: ruleBody(rule) }),
  };
};

/** A write, or undefined when the model has nothing to write to. */
export type Write = (model: WorldModel, real: RealWorld) => Promise<string | undefined>;

export interface Actor {
  readonly who: Person;
  readonly calendar: CalendarName;
}

function requireStatus(what: string, { status, body }: Reply, expected: number): void {
  if (status !== expected)
    throw new Error(`${what}: ${String(status)} where ${String(expected)} was expected: ${JSON.stringify(body)}`);
}

const refusalFor = (model: WorldModel, who: Person): number => (mayWrite(model.roles[who]) ? 200 : 403);

const pick = <T>(values: readonly T[], at: number): T | undefined =>
  values.length === 0 ? undefined : values[at % values.length];

/** The clock goes on with every write, so that times of change tell them apart. */
const tick = ({ clock }: RealWorld): number => {
  clock.pass({ minutes: 1 });
  return clock.now().getTime();
};

function addToModel(
  model: WorldModel,
  { who, calendar }: Actor,
  made: Pick<ModelEvent, 'id' | 'uid' | 'fields' | 'rule' | 'isAllDay' | 'zone'>,
  now: number,
): void {
  model.calendars[calendar].set(made.id, { ...made, creator: who, updated: now, exceptions: new Map() });
}

export const insert =
  (actor: Actor, drawn: Draft): Write =>
  async (model, real) => {
    const now = tick(real);
    const [fields, form] = [fieldsOf(drawn), formOf(drawn)];
    const body = bodyOf(fields, form, drawn.rule);
    const reply = await real.send(actor.who, 'POST', actor.calendar, '/events', body);
    const expected = refusalFor(model, actor.who);
    requireStatus('insert', reply, expected);
    if (expected !== 200) return undefined;
    const { id, iCalUID } = reply.body as { id: string; iCalUID: string };
    addToModel(model, actor, { id, uid: iCalUID, fields, rule: drawn.rule, ...form }, now);
    return id;
  };

export const quickAdd =
  (actor: Actor): Write =>
  async (model, real) => {
    const now = tick(real);
    const reply = await real.send(actor.who, 'POST', actor.calendar, '/events/quickAdd?text=Walk+tomorrow+at+3pm');
    const expected = refusalFor(model, actor.who);
    requireStatus('quickAdd', reply, expected);
    if (expected !== 200) return undefined;
    const start = Math.floor(now / DAY) * DAY + DAY + 15 * HOUR;
    const { id, iCalUID } = reply.body as { id: string; iCalUID: string };
    const fields: Fields = { summary: 'Walk', status: 'confirmed', start, end: start + HOUR };
    addToModel(model, actor, { id, uid: iCalUID, fields, rule: undefined, isAllDay: false, zone: 'UTC' }, now);
    return id;
  };

const isImported = ({ uid }: ModelEvent): boolean => uid.endsWith('elsewhere.example');

/** Events of the model are never given another zone. */
const isSameForm = (a: TimeForm, b: TimeForm): boolean => a.isAllDay === b.isAllDay && a.zone === b.zone;

/** A few UIDs, each always in one calendar, as a meeting is: the second import replaces the first. */
export const importEvent =
  (actor: Actor, drawn: Draft, name: string): Write =>
  async (model, real) => {
    const now = tick(real);
    const [fields, form, uid] = [fieldsOf(drawn), formOf(drawn), `${name}-${actor.calendar}@elsewhere.example`];
    const known = model.events(actor.calendar).find((event) => event.uid === uid);
    if (known !== undefined && !isSameForm(known, form)) return undefined;
    const body = { ...bodyOf(fields, form, drawn.rule), iCalUID: uid };
    const reply = await real.send(actor.who, 'POST', actor.calendar, '/events/import', body);
    const expected = refusalFor(model, actor.who);
    requireStatus('import', reply, expected);
    if (expected !== 200) return undefined;
    const { id } = rowOf(reply.body);
    if (known === undefined) addToModel(model, actor, { id, uid, fields, rule: drawn.rule, ...form }, now);
    else {
      changeEvent(known, fields, drawn.rule, now);
      model.remind(actor.who, actor.calendar, known, 'default');
    }
    return id;
  };

/** What a patch of an event sets; what it leaves out stays. */
export interface Change {
  readonly summary?: string | null | undefined;
  readonly location?: string | null | undefined;
  readonly status?: Fields['status'] | undefined;
  readonly transparency?: 'transparent' | null | undefined;
  /** Hours for timed events, days for the others. */
  readonly shift?: number | undefined;
}

export const change: fc.Arbitrary<Change> = fc.record(
  {
    summary: fc.constantFrom('Tea', 'Dinner', null),
    location: fc.constantFrom('Here', 'There', null),
    status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
    transparency: fc.constantFrom('transparent', null),
    shift: fc.constantFrom(-1, 1, 2),
  },
  { requiredKeys: [] },
);

function changed<T extends Fields>(fields: T, { shift = 0, ...set }: Change, isAllDay: boolean): T {
  const by = shift * (isAllDay ? DAY : HOUR);
  const texts = Object.entries(set).map(([name, value]) => [name, value ?? undefined] as const);
  return { ...fields, ...Object.fromEntries(texts), start: fields.start + by, end: fields.end + by };
}

const patchBody = (after: Fields, { shift, ...set }: Change, form: TimeForm) => ({
  ...set,
  ...(shift !== undefined && timesBody(after, form)),
});

/** Nobody is invited to an imported event: the next import would tell no guest of what it changes. */
export const patchEvent =
  (actor: Actor, at: number, drawn: Change, count: number | undefined, wanted: string | undefined): Write =>
  async (model, real) => {
    const now = tick(real);
    const { who, calendar } = actor;
    const event = pick(model.events(calendar), at);
    if (event === undefined || event.isMovedAway === true) return undefined;
    const answer = isImported(event) ? undefined : wanted;
    const fields = changed(event.fields, drawn, event.isAllDay);
    if (answer !== undefined) fields.answer = answer;
    const rule = event.rule !== undefined && count !== undefined ? { ...event.rule, count } : event.rule;
    const reply = await real.event(who, 'PATCH', calendar, event.id, {
      ...patchBody(fields, drawn, event),
      ...(rule !== event.rule && { recurrence: ruleBody(rule) }),
      ...(answer !== undefined && { attendees: [{ email: real.guest, responseStatus: answer }] }),
    });
    const expected = refusalFor(model, who);
    requireStatus('patch', reply, expected);
    if (expected === 200) changeEvent(event, fields, rule, now);
    return event.id;
  };

export const updateEvent =
  (actor: Actor, at: number, drawn: Draft): Write =>
  async (model, real) => {
    const now = tick(real);
    const { who, calendar } = actor;
    const event = pick(model.events(calendar), at);
    if (event === undefined || event.isMovedAway === true || !isSameForm(event, formOf(drawn))) return undefined;
    const fields = fieldsOf(drawn);
    const reply = await real.event(who, 'PUT', calendar, event.id, bodyOf(fields, event, drawn.rule));
    const expected = refusalFor(model, who);
    requireStatus('update', reply, expected);
    if (expected === 200) {
      changeEvent(event, fields, drawn.rule, now);
      model.remind(who, calendar, event, 'default');
    }
    return event.id;
  };

export const removeEvent =
  ({ who, calendar }: Actor, at: number): Write =>
  async (model, real) => {
    const now = tick(real);
    const event = pick(model.events(calendar), at);
    if (event === undefined) return undefined;
    const isGone = event.fields.status === 'cancelled';
    const reply = await real.event(who, 'DELETE', calendar, event.id);
    requireStatus('delete', reply, isGone ? 410 : mayWrite(model.roles[who]) ? 204 : 403);
    if (reply.status === 204) changeEvent(event, { ...event.fields, status: 'cancelled' }, event.rule, now);
    return event.id;
  };

const seriesIn = (model: WorldModel, calendar: CalendarName): ModelEvent[] => model.events(calendar).filter(isLiving);

export const changeOneInstance =
  ({ who, calendar }: Actor, at: number, index: number, drawn: Change | 'delete'): Write =>
  async (model, real) => {
    const now = tick(real);
    const event = pick(seriesIn(model, calendar), at);
    const start = event && pick(startsOf(event), index);
    const before = event && start !== undefined ? instanceOf(event, start) : undefined;
    if (event === undefined || start === undefined || before === undefined) return undefined;
    const id = instanceIdOf(event, start);
    if (drawn === 'delete') {
      const reply = await real.event(who, 'DELETE', calendar, id);
      requireStatus(
        'delete of an instance',
        reply,
        before.status === 'cancelled' ? 410 : mayWrite(model.roles[who]) ? 204 : 403,
      );
      if (reply.status === 204) changeInstance(event, start, { status: 'cancelled' }, now);
      return id;
    }
    const after = changed(before, drawn, event.isAllDay);
    const reply = await real.event(who, 'PATCH', calendar, id, patchBody(after, drawn, event));
    const expected = refusalFor(model, who);
    requireStatus('patch of an instance', reply, expected);
    const { summary, location, status, transparency } = after;
    if (expected === 200)
      changeInstance(
        event,
        start,
        { summary, location, status, transparency, start: after.start, end: after.end },
        now,
      );
    return id;
  };

/** The guest answers an invitation, in the own calendar. */
export const reply =
  (at: number, answer: string): Write =>
  async (model, real) => {
    const now = tick(real);
    const event = pick(model.invitations(), at);
    if (event === undefined) return undefined;
    requireStatus('reply', await real.reply(event.id, answer), 200);
    changeEvent(event, { ...event.fields, answer }, event.rule, now);
    return event.id;
  };

/** Of an event, or of one instance of it. */
export const remind =
  ({ who, calendar }: Actor, at: number, index: number | undefined, reminder: string): Write =>
  async (model, real) => {
    tick(real);
    const event = index === undefined ? pick(model.events(calendar), at) : pick(seriesIn(model, calendar), at);
    if (event === undefined || event.isMovedAway === true) return undefined;
    const start = index === undefined ? undefined : pick(startsOf(event), index);
    const whole = start === undefined ? wholeOf(event) : instanceOf(event, start);
    if (whole === undefined) return undefined;
    const reminders =
      reminder === 'default'
        ? { useDefault: true, overrides: null }
        : { useDefault: false, overrides: [{ method: 'popup', minutes: Number(reminder) }] };
    const reply = await real.event(who, 'PATCH', calendar, whole.id, { reminders });
    const expected = refusalFor(model, who);
    requireStatus('reminders', reply, expected);
    if (expected === 200) model.remind(who, calendar, whole, reminder);
    return whole.id;
  };

/** Imported events stay where they are: an import at the source would bring them back there. */
export const move =
  ({ who, calendar }: Actor, at: number): Write =>
  async (model, real) => {
    const now = tick(real);
    const isHere = (each: ModelEvent): boolean => each.fields.status !== 'cancelled' && !isImported(each);
    const event = pick(model.events(calendar).filter(isHere), at);
    if (event === undefined) return undefined;
    const to: CalendarName = calendar === 'one' ? 'other' : 'one';
    const path = `/events/${event.id}/move?destination=${real.destination(to)}`;
    const reply = await real.send(who, 'POST', calendar, path);
    const expected = refusalFor(model, who);
    requireStatus('move', reply, expected);
    if (expected !== 200) return event.id;
    const there = model.calendars[to].get(event.id);
    const exceptions = new Map<number, Exception>();
    // What an earlier stay has left there: tombstones, unless they come back now.
    for (const [start, left] of there?.exceptions ?? [])
      exceptions.set(start, { ...left, isActive: false, own: { ...left.own, status: 'cancelled' } });
    for (const [start, exception] of event.exceptions)
      if (exception.isActive) exceptions.set(start, { ...exception, own: { ...exception.own } });
    model.calendars[to].set(event.id, { ...event, updated: now, exceptions });
    changeEvent(event, { ...event.fields, status: 'cancelled' }, event.rule, now);
    event.isMovedAway = true;
    model.takeReminders(event.id, calendar, to);
    return event.id;
  };
