/** Pulls of calendars into this stage. */
import { SCOPE } from '#lib/calendar/scopes';
import { pullPerson, type PullRequest, type PullResult } from '#lib/pull/calendar/pull-person';
import { calendar } from '#lib/runtime/calendar/serve';
import { systemClock } from '#lib/runtime/process/clock';
import { config } from '#lib/runtime/process/config';
import { dynamoPulls } from '#lib/stores/dynamodb/calendar/pulls';
import { documents } from '#lib/stores/dynamodb/client/client';
import { openService, type OpenService, type UpstreamOptions } from './open-service.ts';

export const pulls = dynamoPulls(documents, config.calendarTable);

/** Reading alone. Rules are not among what `calendar.readonly` lists. */
const CALENDAR_SCOPES = [SCOPE.readonly, SCOPE.aclsReadonly];

export const openCalendarService = (options: UpstreamOptions): OpenService =>
  openService({ ...options, basePath: 'calendar/v3/', scopes: CALENDAR_SCOPES });

/** Takes a person's calendar into this stage. */
export const pullCalendar = (request: Omit<PullRequest, 'stores' | 'pulls' | 'clock'>): Promise<PullResult> =>
  pullPerson({ ...request, stores: calendar.stores, pulls, clock: systemClock });
