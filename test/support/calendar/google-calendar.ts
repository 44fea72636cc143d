import { calendar, type calendar_v3 } from '@googleapis/calendar';
import type { TestGateway } from '#test/support/http/gateway';

/** Google's own client, unmodified; it repeats nothing, so that a first failure is seen. */
export const googleCalendar = async (gateway: TestGateway, email: string): Promise<calendar_v3.Calendar> =>
  calendar({
    version: 'v3',
    rootUrl: gateway.rootUrl,
    headers: { authorization: `Bearer ${await gateway.token(email)}` },
    retry: false,
  });
