import { describe, expect, test } from '@jest/globals';
import { askAs, useAlmanac } from '#test/support/stack/use-almanac';

const EVENTS = 'calendar/v3/calendars/primary/events';
const alice = 'alice@example.com';
const tea = {
  summary: 'Tea',
  start: { dateTime: '2026-12-01T10:00:00Z' },
  end: { dateTime: '2026-12-01T11:00:00Z' },
};
const almanac = useAlmanac();

const list = (fault?: string, query = '') =>
  askAs(almanac.current, alice, [
    'GET',
    `${EVENTS}${query}`,
    undefined,
    fault === undefined ? {} : { 'X-Almanac-Fault': fault },
  ]);
const insert = (fault: string) => askAs(almanac.current, alice, ['POST', EVENTS, tea, { 'X-Almanac-Fault': fault }]);
const count = async () => ((await list()).body['items'] as unknown[]).length;

describe('a fault in a header', () => {
  test('applies as often as it says, to the operation that it names', async () => {
    const fault = 'status=503; times=2; operation=calendar.events.list';
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await list(fault)).status);

    expect(statuses).toEqual([503, 503, 200]);
    expect((await insert(fault)).status).toBe(200);
  });

  test.each([
    [403, { domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' }],
    [410, { domain: 'global', reason: 'deleted', message: 'Resource has been deleted' }],
    [429, { domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Rate Limit Exceeded' }],
    [500, { domain: 'global', reason: 'backendError', message: 'Backend Error' }],
    [503, { domain: 'global', reason: 'backendError', message: 'Backend Error' }],
  ])("%i has Google's body", async (status, entry) => {
    const answer = await list(`status=${String(status)}`);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code: status, message: entry.message, errors: [entry] } });
  });

  test('a connection dropped before the write leaves nothing, one dropped after it has written', async () => {
    await expect(insert('drop=before')).rejects.toThrow();
    expect(await count()).toBe(0);

    await expect(insert('drop=after')).rejects.toThrow();
    expect(await count()).toBe(1);
  });

  test('a truncated body breaks off', async () => {
    await expect(list('truncate=20')).rejects.toThrow();
    expect((await list()).status).toBe(200);
  });

  test('a delayed answer comes later than one that was asked for after it', async () => {
    const order: string[] = [];
    const slow = list('delay=400').then(({ status }) => order.push(`slow ${String(status)}`));
    const quick = list().then(({ status }) => order.push(`quick ${String(status)}`));
    await Promise.all([slow, quick]);

    expect(order).toEqual(['quick 200', 'slow 200']);
  });

  test('stale tokens are refused as the services do', async () => {
    expect((await list('staleToken')).status).toBe(200);
    expect(await list('staleToken', '?pageToken=x')).toMatchObject({
      status: 400,
      body: { error: { errors: [{ location: 'pageToken' }] } },
    });
    expect(await list('staleToken', '?syncToken=x')).toMatchObject({
      status: 410,
      body: { error: { errors: [{ reason: 'fullSyncRequired' }] } },
    });
  });

  test.each(['status=200', 'sometimes', 'drop=never; status=500', 'operation=calendar.events.list', 'delay=-1'])(
    'refuses %s',
    async (fault) => {
      expect(await list(fault)).toMatchObject({ status: 400, body: { error: { errors: [{ reason: 'invalid' }] } } });
    },
  );
});

describe('a rule', () => {
  test('applies until it is used up or removed', async () => {
    const id = await almanac.current.faults.add({ operation: 'calendar.*', status: 429, times: 1 });
    expect((await list()).status).toBe(429);
    expect((await list()).status).toBe(200);
    await almanac.current.faults.remove(id);

    await almanac.current.faults.add({ operation: 'books.*', status: 500 });
    expect((await list()).status).toBe(200);
    await almanac.current.faults.add({ status: 410, reason: 'updatedMinTooLongAgo' });
    expect(await list()).toMatchObject({
      status: 410,
      body: { error: { errors: [{ reason: 'updatedMinTooLongAgo' }] } },
    });
    await almanac.current.faults.clear();
    expect((await list()).status).toBe(200);
  });

  test('is told with how often it applied', async () => {
    await almanac.current.faults.add({ status: 500, times: 3 });
    await list();

    const answer = await fetch(`${almanac.current.url}_almanac/faults`);

    expect(await answer.json()).toMatchObject({ items: [{ status: 500, times: 3, applied: 1 }] });
  });

  test('without an effect, or of an unknown kind, is refused', async () => {
    await expect(almanac.current.faults.add({ operation: 'calendar.events.list' })).rejects.toThrow('needs one of');
    await expect(almanac.current.faults.remove('99')).rejects.toThrow('Not Found');
  });
});
