/** Pulls of calendars into this stage. */
import { SCOPE } from '#lib/calendar/scopes';
import type { CalendarUpstream } from '#lib/pull/calendar/pull-context';
import { pullPerson, type PullRequest, type PullResult } from '#lib/pull/calendar/pull-person';
import { tokensFrom } from '#lib/pull/http/credentials';
import { jsonClient } from '#lib/pull/http/json-client';
import { Pace } from '#lib/pull/http/pace';
import { calendar } from '#lib/runtime/calendar/serve';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { dynamoPulls } from '#lib/stores/dynamodb/calendar/pulls';
import { documents } from '#lib/stores/dynamodb/client/client';
import type { Network } from '#lib/upstream/client/addresses';
import { upstreamClient, type UpstreamClient } from '#lib/upstream/client/client';

export const pulls = dynamoPulls(documents, config.calendarTable);

/** Reading alone. Rules are not among what `calendar.readonly` lists. */
const CALENDAR_SCOPES = [SCOPE.readonly, SCOPE.aclsReadonly];

export interface UpstreamOptions {
  /** Ends in a slash. */
  readonly from: string;
  /** The text of a credentials file. */
  readonly credentials: string;
  readonly network: Network;
  /** Fewer where a run has little time. */
  readonly maxAttempts?: number;
}

export interface ServiceOptions extends UpstreamOptions {
  readonly basePath: string;
  readonly scopes: readonly string[];
}

/** A service elsewhere, in anybody's name. All who are asked for share connections and pace. */
export function openService({ from, credentials, network, basePath, scopes, maxAttempts }: ServiceOptions) {
  const clients: UpstreamClient[] = [];
  const clientTo = (rootUrl: string): UpstreamClient => {
    const client = upstreamClient({ rootUrl, ...network });
    clients.push(client);
    return client;
  };
  const tokensFor = tokensFrom({ text: credentials, scopes, clientTo, clock: systemClock });
  const client = clientTo(from);
  const pace = new Pace();
  return {
    as: (email: string): CalendarUpstream =>
      jsonClient({
        client,
        basePath,
        tokens: tokensFor(email),
        pace,
        ...(maxAttempts !== undefined && { maxAttempts }),
      }),
    close: () => {
      for (const one of clients) one.close();
    },
  };
}

export const openCalendarService = (options: UpstreamOptions) =>
  openService({ ...options, basePath: 'calendar/v3/', scopes: CALENDAR_SCOPES });

/** Takes a person's calendar into this stage. */
export const pullCalendar = (request: Omit<PullRequest, 'stores' | 'pulls' | 'clock'>): Promise<PullResult> =>
  pullPerson({ ...request, stores: calendar.stores, pulls, clock: systemClock });
