/** What the service shows must be what the model shows: single events, lists and syncs. */
import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { DAY, instanceIdOf, instanceOf, isLiving, MONDAY, startsOf, wholeOf, type Whole } from './calendar-model.ts';
import { rowOf, type RealWorld } from './real-world.ts';
import {
  CALENDARS,
  PEOPLE,
  type CalendarName,
  type ListOptions,
  type Person,
  type Row,
  type WorldModel,
} from './world-model.ts';

/** Who looks at what. */
export interface Look extends ListOptions {
  readonly who: Person;
  readonly calendar: CalendarName;
  readonly isByUpdated: boolean;
  readonly maxResults: string;
}

const dayOf = (day: number | undefined): number | undefined => (day === undefined ? undefined : MONDAY + day * DAY);

export const look: fc.Arbitrary<Look> = fc
  .record({
    who: fc.constantFrom(...PEOPLE),
    calendar: fc.constantFrom(...CALENDARS, 'one'),
    isExpanded: fc.boolean(),
    showDeleted: fc.boolean(),
    isByUpdated: fc.boolean(),
    maxResults: fc.constantFrom('2', '250', '250'),
    from: fc.option(fc.nat(8), { nil: undefined }),
    days: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map(({ from, days, ...seen }) => ({
    ...seen,
    from: dayOf(from),
    to: days === undefined ? undefined : dayOf((from ?? 3) + days),
  }));

const plain = (row: Row): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .toSorted(),
  );
const byId = (rows: readonly Row[]): object[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(plain);

/** Equal rows, in any order; the words say who looked at what. */
const requireSame = (what: string, seen: readonly Row[], expected: readonly Row[]): void => {
  try {
    deepStrictEqual(byId(seen), byId(expected));
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
};

function wholeWithId(model: WorldModel, calendar: CalendarName, id: string): Whole | undefined {
  for (const event of model.events(calendar)) {
    if (event.id === id) return wholeOf(event);
    if (!id.startsWith(`${event.id}_`)) continue;
    const days = Array.from({ length: 65 * 24 }, (_, hour) => MONDAY - 25 * DAY + hour * 3_600_000);
    const start = days.find((time) => instanceIdOf(event, time) === id);
    return start === undefined ? undefined : instanceOf(event, start);
  }
  return undefined;
}

export async function compareOne(
  model: WorldModel,
  real: RealWorld,
  who: Person,
  calendar: CalendarName,
  id: string,
): Promise<void> {
  const whole = wholeWithId(model, calendar, id);
  const expected = whole && model.see(who, calendar, whole);
  const { status, body } = await real.event(who, 'GET', calendar, id);
  const seen = status === 200 ? [rowOf(body as EventResource)] : [];
  requireSame(`${who} gets ${id} of ${calendar}`, seen, expected === undefined ? [] : [expected]);
}

/** The instances of the series with that id, or of the series that it is an instance of. */
export async function compareInstances(
  model: WorldModel,
  real: RealWorld,
  { who, calendar, showDeleted }: Look,
  id: string,
): Promise<void> {
  const event = model.events(calendar).find((each) => id === each.id || id.startsWith(`${each.id}_`));
  if (event === undefined || !isLiving(event)) return;
  const expected = startsOf(event)
    .flatMap((start) => instanceOf(event, start) ?? [])
    .filter(({ status }) => showDeleted || status !== 'cancelled')
    .flatMap((whole) => model.see(who, calendar, whole) ?? []);
  const path = `/events/${event.id}/instances?showDeleted=${String(showDeleted)}`;
  const { items = [] } = (await real.send(who, 'GET', calendar, path)).body as Partial<EventsResource>;
  requireSame(`${who} asks for the instances of ${event.id}`, items.map(rowOf), expected);
}

/** Whether the values do not go down; rows without one are passed over. */
function requireAscending(what: string, values: readonly (number | undefined)[]): void {
  const known = values.filter((value) => value !== undefined);
  deepStrictEqual(
    known,
    known.toSorted((a, b) => a - b),
    `${what} must ascend`,
  );
}

export async function compareList(model: WorldModel, real: RealWorld, seen: Look): Promise<void> {
  const { who, calendar, isByUpdated, isExpanded, maxResults } = seen;
  const orderBy = isByUpdated ? 'updated' : isExpanded ? 'startTime' : undefined;
  const rows = await real.list(who, calendar, seen, { maxResults, ...(orderBy !== undefined && { orderBy }) });
  requireSame(`${who} lists ${JSON.stringify(seen)}`, rows, model.list(who, calendar, seen));
  if (orderBy === 'updated')
    requireAscending(
      'updated',
      rows.map(({ updated }) => updated),
    );
  if (orderBy === 'startTime')
    requireAscending(
      'start',
      rows.map(({ start }) => start),
    );
}

/** What the guest's client has of the own calendar, after a sync, is what the others made of the meetings. */
export async function compareCopies(model: WorldModel, real: RealWorld): Promise<void> {
  const { rows, again } = await real.sync('guest', 'primary', true, '250');
  const seen = rows.map(({ updated: _updated, reminder: _reminder, transparency: _own, ...row }) => row);
  requireSame('the guest syncs', seen, model.copies());
  requireSame('the guest syncs again', again, []);
}

const isThere = ({ status }: Row): boolean => status !== 'cancelled';

export async function compareSync(
  model: WorldModel,
  real: RealWorld,
  { who, calendar, isExpanded }: Look,
  maxResults: string,
): Promise<void> {
  const { rows, told, again } = await real.sync(who, calendar, isExpanded, maxResults);
  const listed = model.list(who, calendar, { isExpanded, showDeleted: false }).filter(isThere);
  const what = `${who} syncs ${calendar}, singleEvents=${String(isExpanded)}`;
  requireSame(what, rows, listed);
  requireSame(`${what} again`, again, []);
  if (maxResults === '250') deepStrictEqual(told.length, new Set(told.map(({ id }) => id)).size, `${what}: each once`);
}
