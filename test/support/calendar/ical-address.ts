/** The operations of secret and public addresses, on the fixture's clock, and the file as a phone reads it. */
import { operations } from '#functions/almanac/icalAddresses/index';
import { readCalendar, type ReadFile } from '#lib/calendar/ics/read-calendar';
import type { IcalAddressResource } from '#lib/calendar/resources/ical-address';
import { serve } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { requestsTo, type Answer, type Ask } from '#test/support/ask';
import { storesOn, type CalendarFixture } from './calendar.ts';

type Headers = Readonly<Record<string, string>>;

export interface IcalAddresses {
  /** By alice unless somebody else asks. */
  manage(method: string, calendarId: string, ask?: string | Ask): Promise<Answer<IcalAddressResource>>;
  /** A new secret address, by alice. */
  makeSecret(calendarId: string): Promise<string>;
  /** As a phone asks: no token, only the address. */
  fetch(url: string, headers?: Headers): Promise<Answer>;
  subscribe(url: string): Promise<ReadFile>;
}

export function icalAddresses({ alice, clock }: CalendarFixture): IcalAddresses {
  const service = { ...calendar, withoutCredentials: 'serve', clock, stores: storesOn(clock) } as const;
  const send = requestsTo(serve(operations, service));
  const addresses: IcalAddresses = {
    manage: (method, calendarId, ask = alice) =>
      send<IcalAddressResource>(
        method,
        `/almanac/v1/calendars/${encodeURIComponent(calendarId)}/icalAddress`,
        typeof ask === 'string' ? { as: ask } : ask,
      ),
    makeSecret: async (calendarId) => String((await addresses.manage('POST', calendarId)).body.secretUrl),
    fetch: (url, headers = {}) => send('GET', new URL(url).pathname, { headers }),
    subscribe: async (url) => {
      const { status, text } = await addresses.fetch(url);
      if (status !== 200) throw new Error(`${String(status)} ${text}`);
      return readCalendar(text, 'UTC');
    },
  };
  return addresses;
}
