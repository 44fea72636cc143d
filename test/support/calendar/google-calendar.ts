/** Google's own client, unmodified; it repeats nothing, so that a first failure is seen. */
import { calendar, type calendar_v3 } from '@googleapis/calendar';
import type { TestGateway } from '#test/support/http/gateway';
import { onceForAll } from '#test/support/run/fixture';
import type { TokenOptions } from '#test/support/token';

export const googleCalendar = async (
  gateway: TestGateway,
  email: string,
  options?: TokenOptions,
): Promise<calendar_v3.Calendar> =>
  calendar({
    version: 'v3',
    rootUrl: gateway.rootUrl,
    headers: { authorization: `Bearer ${await gateway.token(email, options)}` },
    retry: false,
  });

/** The client of one person for all tests of the file, or of the `describe` that calls this. */
export const useGoogleCalendar = (
  ...given: Parameters<typeof googleCalendar>
): Pick<
  calendar_v3.Calendar,
  'acl' | 'calendarList' | 'calendars' | 'channels' | 'colors' | 'events' | 'freebusy' | 'settings'
> => onceForAll(() => googleCalendar(...given));
