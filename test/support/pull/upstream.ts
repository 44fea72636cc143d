/** Another Almanac, whose people move in here. */
import { SCOPE } from '#lib/calendar/scopes';
import { calendarHere } from '#lib/pull/calendar/calendar-here';
import { comparePerson, type Comparison } from '#lib/pull/calendar/compare';
import type { CalendarUpstream } from '#lib/pull/calendar/pull-context';
import { pullPerson, type PullRequest, type PullResult } from '#lib/pull/calendar/pull-person';
import { jsonClient } from '#lib/pull/http/json-client';
import { Pace } from '#lib/pull/http/pace';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { pulls } from '#lib/runtime/pull/calendar';
import type { Almanac } from '#lib/testing/start-almanac';
import { upstreamClient } from '#lib/upstream/client/client';

export { pulls };

type Body = Readonly<Record<string, unknown>>;

export interface PersonThere {
  readonly email: string;
  /** Paths below `calendar/v3/`; throws unless it succeeds. */
  ask<T = Record<string, unknown>>(method: string, path: string, body?: Body): Promise<T>;
  /** As a pull reads it. */
  readonly upstream: CalendarUpstream;
}

export async function personAt(almanac: Almanac, email: string): Promise<PersonThere> {
  const token = await almanac.token(email);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const client = upstreamClient({ rootUrl: almanac.url, allowLoopback: true, allowPrivate: false });
  return {
    email,
    async ask<T>(method: string, path: string, body?: Body): Promise<T> {
      const answer = await fetch(`${almanac.url}calendar/v3/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${String(answer.status)} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    upstream: jsonClient({
      client,
      basePath: 'calendar/v3/',
      tokens: { token: () => Promise.resolve(token), forget: () => undefined },
      pace: new Pace(),
    }),
  };
}

/** Pulls the person into the stage of the tests. */
export const pull = (
  almanac: Almanac,
  { email, upstream }: Pick<PersonThere, 'email' | 'upstream'>,
  options: Partial<PullRequest> = {},
): Promise<PullResult> =>
  pullPerson({
    email,
    from: almanac.url,
    upstream,
    stores: calendar.stores,
    pulls,
    clock: calendar.clock,
    holder: 'test',
    ...options,
  });

export const here = (email: string): CalendarUpstream => calendarHere(actingAs(calendar, email, [SCOPE.calendar]));

export const compare = ({ email, upstream }: PersonThere): Promise<Comparison> =>
  comparePerson(email, upstream, here(email));
