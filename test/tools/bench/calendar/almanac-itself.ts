/** Almanac itself, on the engine of a laptop, asked over HTTP like the others. */
import type { StoredEvent } from '#lib/calendar/model/event';
import { startGateway } from '#lib/local/gateway/gateway';
import { readDeployment } from '#lib/package/template/deployment';
import { answerOf, written, type Rival } from '#test/tools/bench/rivals/rival';
import { weekQuery } from '#test/tools/bench/rivals/week-query';
import { openBenchStack } from '#test/tools/measure/stack';
import { fillCalendar } from './full-calendars.ts';

interface Page {
  readonly items?: readonly unknown[];
  readonly nextPageToken?: string;
  readonly nextSyncToken?: string;
}

type Ask = (query: string) => Promise<Page>;

/** The first call pages through the calendar for its token. */
function syncing(ask: Ask): () => Promise<number> {
  let syncToken: string | undefined;
  return async () => {
    const from = syncToken === undefined ? '' : `&syncToken=${encodeURIComponent(syncToken)}`;
    const isFirst = syncToken === undefined;
    syncToken = undefined;
    let [found, pageToken] = [0, ''];
    while (syncToken === undefined) {
      const page = await ask(`maxResults=2500${from}${pageToken === '' ? '' : `&pageToken=${pageToken}`}`);
      found += page.items?.length ?? 0;
      pageToken = encodeURIComponent(page.nextPageToken ?? '');
      syncToken = page.nextSyncToken;
    }
    return isFirst ? 0 : found;
  };
}

export async function openAlmanac(email: string): Promise<{
  start(events: readonly StoredEvent[]): Promise<Rival>;
  stop(): Promise<void>;
}> {
  const { token } = await openBenchStack();
  const gateway = await startGateway({ functions: readDeployment('bench').functions, port: 0 });
  const headers = { authorization: `Bearer ${await token(email)}`, 'content-type': 'application/json' };
  const calendars = `${gateway.rootUrl}calendar/v3/calendars`;
  const post = (url: string, body: object): Promise<string> =>
    answerOf(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    async start(events) {
      const { id } = JSON.parse(await post(calendars, { summary: 'Bench' })) as { readonly id: string };
      await fillCalendar(id, events);
      const url = `${calendars}/${encodeURIComponent(id)}/events`;
      const ask: Ask = async (query) => JSON.parse(await answerOf(`${url}?${query}`, { headers })) as Page;
      return {
        name: 'Almanac',
        week: async (window) => (await ask(weekQuery(window))).items?.length ?? 0,
        async write(number) {
          await post(url, written(number));
        },
        sync: syncing(ask),
        stop: () => Promise.resolve(),
      };
    },
    stop: () => gateway.stop(),
  };
}
