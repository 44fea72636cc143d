/** Two calendars and three people, as they should be: who sees what, and whose reminders are set where. */
import {
  instanceIdOf,
  instanceOf,
  isLiving,
  startsOf,
  wholeOf,
  type Fields,
  type ModelEvent,
  type Whole,
} from './calendar-model.ts';

export type Role = 'owner' | 'writer' | 'reader' | 'freeBusyReader';
export const CALENDARS = ['one', 'other'] as const;
export type CalendarName = (typeof CALENDARS)[number];
export const PEOPLE = ['alice', 'bob', 'carol'] as const;
export type Person = (typeof PEOPLE)[number];

/** A row as a client reads it; of a cancelled one only its id and status count. */
export interface Row extends Partial<Fields> {
  readonly id: string;
  readonly updated?: number;
  readonly seriesId?: string | undefined;
  /** Minutes of the one reminder; `default` for those of the calendar. */
  readonly reminder?: string | undefined;
}

export interface ListOptions {
  readonly isExpanded: boolean;
  readonly showDeleted: boolean;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const mayWrite = (role: Role): boolean => role === 'owner' || role === 'writer';

export class WorldModel {
  readonly calendars: Readonly<Record<CalendarName, Map<string, ModelEvent>>> = { one: new Map(), other: new Map() };
  readonly roles: Record<Person, Role> = { alice: 'owner', bob: 'writer', carol: 'reader' };
  readonly #reminders = new Map<string, string>();

  events(calendar: CalendarName): ModelEvent[] {
    return [...this.calendars[calendar].values()];
  }

  /** What the one guest has been invited to, in whichever calendar it is. */
  invitations(): ModelEvent[] {
    return CALENDARS.flatMap((calendar) => this.events(calendar)).filter(
      ({ fields, isMovedAway }) => fields.answer !== undefined && fields.status !== 'cancelled' && isMovedAway !== true,
    );
  }

  /** What the guest's own calendar shows, with instances for series: the copies of what the others did. */
  copies(): Row[] {
    const wholes = this.invitations().flatMap((event) =>
      event.rule === undefined
        ? [wholeOf(event)]
        : [...new Set([...startsOf(event), ...event.exceptions.keys()])].flatMap(
            (start) => instanceOf(event, start) ?? [],
          ),
    );
    return wholes
      .filter(({ status }) => status !== 'cancelled')
      .map(({ creator: _creator, updated: _updated, transparency: _own, ...seen }) => seen);
  }

  #own(who: Person, calendar: CalendarName, id: string): string | undefined {
    return this.#reminders.get(`${who} ${calendar} ${id}`);
  }

  reminder(who: Person, calendar: CalendarName, { id, seriesId }: Pick<Whole, 'id' | 'seriesId'>): string {
    return this.#own(who, calendar, id) ?? this.#own(who, calendar, seriesId ?? '') ?? 'default';
  }

  /** Setting what already applies changes nothing. */
  remind(who: Person, calendar: CalendarName, whole: Pick<Whole, 'id' | 'seriesId'>, reminder: string): void {
    if (this.reminder(who, calendar, whole) !== reminder)
      this.#reminders.set(`${who} ${calendar} ${whole.id}`, reminder);
  }

  /** Everybody's reminders for an event and its instances go with it. */
  takeReminders(id: string, from: CalendarName, to: CalendarName): void {
    for (const [key, reminder] of this.#reminders) {
      const [who = '', calendar, eventId = ''] = key.split(' ');
      if (calendar === from && (eventId === id || eventId.startsWith(`${id}_`)))
        this.#reminders.set(`${who} ${to} ${eventId}`, reminder);
    }
  }

  /** Undefined for what this person may not know of. */
  see(who: Person, calendar: CalendarName, whole: Whole): Row | undefined {
    const role = this.roles[who];
    if (role === 'freeBusyReader' && whole.transparency === 'transparent') return undefined;
    const { id, status, seriesId, creator, updated, start, end, transparency } = whole;
    if (status === 'cancelled') return { id, status };
    const isPrivate = whole.visibility === 'private' && creator !== who;
    if (role === 'freeBusyReader' || (role === 'reader' && isPrivate))
      return { id, status, seriesId, updated, start, end, transparency, visibility: 'private' };
    const { creator: _creator, ...seen } = whole;
    return { ...seen, seriesId, reminder: this.reminder(who, calendar, whole) };
  }

  #rowsOf(event: ModelEvent, who: Person, calendar: CalendarName, { isExpanded, from, to }: ListOptions): Whole[] {
    const isIn = ({ start, end }: { start: number; end: number }): boolean =>
      (from === undefined || end > from) && (to === undefined || start < to);
    const stored = [...event.exceptions.keys()].flatMap((start) => {
      const isTombstone = event.exceptions.get(start)?.isActive !== true;
      const hasRow = !isTombstone || !isLiving(event) || !startsOf(event).includes(start);
      return hasRow ? (instanceOf(event, start) ?? []) : [];
    });
    if (event.rule === undefined) return [wholeOf(event), ...stored].filter(isIn);
    // Of a series that is cancelled, only what is stored is left.
    const plain = (isLiving(event) ? startsOf(event) : [])
      .filter((start) => event.exceptions.get(start)?.isActive !== true)
      .flatMap((start) => instanceOf(event, start) ?? []);
    if (isExpanded) return [...plain, ...stored].filter(isIn);
    const own = plain.filter(({ id }) => this.#own(who, calendar, id) !== undefined);
    const length = event.fields.end - event.fields.start;
    const occurs = startsOf(event)
      .filter((start) => event.exceptions.get(start)?.isActive !== true)
      .some((start) => isIn({ start, end: start + length }));
    return [
      ...(occurs || (from ?? to) === undefined ? [wholeOf(event)] : []),
      ...own.filter(isIn),
      ...stored.filter(isIn),
    ];
  }

  list(who: Person, calendar: CalendarName, asked: ListOptions): Row[] {
    const options = { ...asked, isExpanded: asked.isExpanded || this.roles[who] === 'freeBusyReader' };
    return this.events(calendar).flatMap((event) =>
      this.#rowsOf(event, who, calendar, options).flatMap((whole) => {
        const isOfLiving =
          isLiving(event) &&
          [...event.exceptions].some(([start, { isActive }]) => isActive && instanceIdOf(event, start) === whole.id);
        const isListed = whole.status !== 'cancelled' || options.showDeleted || (!options.isExpanded && isOfLiving);
        return isListed ? (this.see(who, calendar, whole) ?? []) : [];
      }),
    );
  }
}
