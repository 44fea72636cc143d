/**
 * Moving in: `lib/pull` copies what people have at another service of the same protocols. people.ts (many people, a few
 * at a time), calendar/ (read pull-person.ts first), books/. This file has what pulls remember between runs: who is
 * pulled from where, how far each calendar has come, and what could not be taken.
 */

/** Somebody whose data is pulled. */
export interface PulledPerson {
  readonly email: string;
  /** Root URL of the other service. */
  readonly from: string;
  readonly startedAtMs: number;
  /** Switched over: what is here is the truth, and nothing is pulled any more. */
  readonly finishedAtMs?: number | undefined;
  /** Calendars of others that a pull has put on the person's list. */
  readonly entries?: readonly string[] | undefined;
}

/** How far a pull of a calendar has come. */
export interface PulledCalendar {
  readonly calendarId: string;
  /** Of the last complete listing. */
  readonly syncToken?: string | undefined;
  /** Of the first listing, while it is not complete. */
  readonly pageToken?: string | undefined;
  /** A listing has to begin anew, and what it does not hold is gone there. */
  readonly isListedAgain?: boolean | undefined;
}

/** Something that could not be taken. */
export interface Untaken {
  readonly what: 'calendar' | 'entry' | 'event' | 'rule' | 'setting';
  readonly id: string;
  /** Of rules and events. */
  readonly calendarId?: string | undefined;
  readonly reason: string;
}

export interface PullStore {
  find(email: string): Promise<PulledPerson | undefined>;
  /** Everybody, by address. */
  list(): Promise<PulledPerson[]>;
  /** Adds a person, or changes when the pull is finished and which entries it made. The lease stays. */
  put(person: PulledPerson): Promise<void>;
  /**
   * Takes or renews the lease on a person: only one process pulls a person at a time. Answers whose the lease is until
   * when; it is the asker's if `holder` is. A lease held by `abandoned` counts as over.
   */
  lease(request: {
    readonly email: string;
    readonly holder: string;
    readonly nowMs: number;
    readonly untilMs: number;
    readonly abandoned?: string | undefined;
  }): Promise<{ readonly holder: string; readonly untilMs: number }>;
  release(email: string, holder: string): Promise<void>;
  listCalendars(email: string): Promise<PulledCalendar[]>;
  /** Only for the holder of the lease; false for others. */
  putCalendar(email: string, calendar: PulledCalendar, holder: string): Promise<boolean>;
  removeCalendar(email: string, calendarId: string): Promise<void>;
  listUntaken(email: string): Promise<Untaken[]>;
  addUntaken(email: string, things: readonly Untaken[]): Promise<void>;
  removeUntaken(email: string, things: readonly Pick<Untaken, 'what' | 'id' | 'calendarId'>[]): Promise<void>;
}
