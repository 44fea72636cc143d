/** What a seed says about calendars, checked by the rules of the service before anything is written. */
import { foldAddress } from '#lib/api/text/address';
import { isAddress, roleOf, ruleIdOf } from '#lib/calendar/access/acl-rule';
import { replacedEntry } from '#lib/calendar/calendar-list/entry-fields';
import { calendarDetails } from '#lib/calendar/calendars/details';
import { SECONDARY_DOMAIN, type Calendar, type CalendarDetails } from '#lib/calendar/model/calendar';
import { newEntry } from '#lib/calendar/model/list-entry';
import { atLeast, type Role } from '#lib/calendar/model/roles';
import { settingError } from '#lib/calendar/users/settings';
import type { Findings, Path } from '#lib/local/sample/seed-file/form/problem';
import type { Seed, SeedCalendar, SeedEntry, SeedUser } from '#lib/local/sample/seed-file/form/schema';
import { planEvent, type EventPlan } from './event-plan.ts';

export interface UserPlan {
  readonly email: string;
  readonly settings: readonly (readonly [id: string, value: string])[];
  readonly entries: readonly (SeedEntry & { readonly id: string })[];
}

export interface CalendarPlan {
  readonly calendar: Calendar;
  readonly rules: readonly { readonly ruleId: string; readonly role: Role }[];
  readonly events: readonly EventPlan[];
}

export interface CalendarsPlan {
  readonly users: readonly UserPlan[];
  readonly calendars: readonly CalendarPlan[];
}

export interface PlanContext {
  readonly nowMs: number;
  readonly ids: { next(): string; hex(characters: number): string };
  readonly found: Findings;
}

export const calendarIdOf = (word: string): string =>
  foldAddress(word.includes('@') ? word : `${word}${SECONDARY_DOMAIN}`);

function planAddress(text: string | undefined, path: Path, found: Findings): string {
  const email = foldAddress(text ?? '');
  if (!isAddress(email)) found.add(path, `'${text ?? ''}' is not an address.`);
  return email;
}

const scopeOf = (ruleId: string): { type: string; value?: string } => {
  const [type = '', ...value] = ruleId.split(':');
  return value.length === 0 ? { type } : { type, value: value.join(':') };
};

type Place = Pick<
  SeedCalendar,
  'summary' | 'description' | 'location' | 'timeZone' | 'labelProperties' | 'rules' | 'events'
>;

/** As a new calendar would be; what it gets from storage does not matter here. */
const draftOf = (details: CalendarDetails, id: string, owner: string, nowMs: number): Calendar => ({
  ...details,
  id,
  owner,
  isPrimary: id === owner,
  seq: 1,
  version: 1,
  updatedAtMs: nowMs,
  eventsUpdatedAtMs: nowMs,
});

function requireWriters({ events, rules, calendar }: CalendarPlan, found: Findings): void {
  const requireWriter = (by: string, path: Path): void => {
    const role = rules.find(({ ruleId }) => ruleId === `user:${by}`)?.role ?? 'none';
    if (by !== calendar.owner && !atLeast(role, 'writer'))
      found.add(path, `${by} may not write to this calendar: give them a rule.`);
  };
  for (const { by, path, own } of events) {
    requireWriter(by, [...path, 'by']);
    for (const { address, isGuest, path: ownPath } of own) if (!isGuest) requireWriter(address, ownPath);
  }
}

function planPlace(
  place: Place,
  { id, owner }: { readonly id: string; readonly owner: string },
  path: Path,
  { nowMs, ids, found }: PlanContext,
): CalendarPlan | undefined {
  const details = found.ask(path, () => calendarDetails(place, ids));
  const rules = Object.entries(place.rules ?? {}).flatMap(([name, text]) => {
    const rule = found.ask([...path, 'rules', name], () => {
      const ruleId = ruleIdOf(scopeOf(name));
      return { ruleId, role: roleOf(text, ruleId) };
    });
    if (rule?.ruleId !== `user:${owner}`) return rule ?? [];
    found.add([...path, 'rules', name], 'The role of the owner is always owner.');
    return [];
  });
  if (details === undefined) return undefined;
  const calendar = draftOf(details, id, owner, nowMs);
  const known = new Set<string>();
  const events = (place.events ?? []).flatMap((event, index) => {
    const here = [...path, 'events', index];
    const nth = (place.events ?? []).slice(0, index).filter((other) => JSON.stringify(other) === JSON.stringify(event));
    const plan = planEvent(event, nth.length, { calendar, nowMs }, here, found);
    if (plan !== undefined && known.has(plan.id)) found.add([...here, 'id'], 'Another event has this id.');
    known.add(plan?.id ?? '');
    return plan ?? [];
  });
  const plan = { calendar, rules, events };
  requireWriters(plan, found);
  return plan;
}

function planUser({ email: sent, settings = {}, calendarList = [] }: SeedUser, path: Path, found: Findings): UserPlan {
  const email = planAddress(sent, [...path, 'email'], found);
  for (const [name, value] of Object.entries(settings)) {
    const error = settingError(name, value);
    if (error !== undefined) found.add([...path, 'settings', name], error);
  }
  const entries = calendarList.map((entry, index) => {
    const id = entry.id === 'primary' ? email : calendarIdOf(entry.id ?? '');
    found.ask([...path, 'calendarList', index], () => replacedEntry(newEntry(id, 0, false), entry, true, id === email));
    return { ...entry, id };
  });
  return { email, settings: Object.entries(settings), entries };
}

function requireUnique(names: readonly string[], pathOf: (index: number) => Path, found: Findings): void {
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index) found.add(pathOf(index), `'${name}' is there already.`);
}

export function planCalendars({ users = [], calendars = [] }: Seed, context: PlanContext): CalendarsPlan {
  const { found } = context;
  const userPlans = users.map((user, index) => planUser(user, ['users', index], found));
  requireUnique(
    userPlans.map(({ email }) => email),
    (index) => ['users', index, 'email'],
    found,
  );
  const main = users.flatMap((user, index) => {
    const email = userPlans[index]?.email ?? '';
    const place = { ...user, summary: user.summary ?? email };
    return planPlace(place, { id: email, owner: email }, ['users', index], context) ?? [];
  });
  const others = calendars.flatMap((calendar, index) => {
    const path = ['calendars', index];
    const owner = planAddress(calendar.owner, [...path, 'owner'], found);
    const id = planAddress(calendarIdOf(calendar.id ?? ''), [...path, 'id'], found);
    return planPlace(calendar, { id, owner }, path, context) ?? [];
  });
  requireUnique(
    calendars.map(({ id = '' }) => calendarIdOf(id)),
    (index) => ['calendars', index, 'id'],
    found,
  );
  return { users: userPlans, calendars: [...main, ...others] };
}
