import { describe, expect, test } from '@jest/globals';
import { operations as conversion } from '#functions/ads/conversion/index';
import { operations as reports } from '#functions/ads/reports/index';
import { dailyQuota } from '#lib/ads/daily-quota';
import { serve } from '#lib/middleware/serve';
import { adsReports } from '#lib/runtime/ads/reports';
import { ads } from '#lib/runtime/ads/serve';
import { advertising, conversionsOf, purchase } from '#test/support/ads/advertising';
import { requestsTo, type ErrorBody } from '#test/support/ask';

const daily = dailyQuota({ generate: 1, request: 1, other: 50 });
const now = new Date();
/** Stands still: no minute and no day ends between two requests. */
const clock = { now: () => now };
const askReports = requestsTo(serve(reports, { ...adsReports, clock, daily }));
const askConversions = requestsTo(serve(conversion, { ...ads, clock, daily }));

test('ADS-60 the bucket of report requests is empty while polling and uploads still work', async () => {
  const { manager: as, accounts } = await advertising();
  const clientId = `client-of-${as}`;
  const request = () => askReports<ErrorBody>('POST', '/doubleclicksearch/v2/reports', { as, clientId, body: {} });

  const first = await request();
  const second = await request();
  const poll = await askReports('GET', '/doubleclicksearch/v2/reports/AAAnOdc9I_GnxAB0', { as, clientId });
  const upload = await askConversions('POST', '/doubleclicksearch/v2/conversion', {
    as,
    clientId,
    body: { conversion: [purchase(accounts[0], 'within-quota')] },
  });

  expect(first.status).not.toBe(429);
  expect(second.status).toBe(429);
  expect(second.body.error.errors[0]).toMatchObject({ domain: 'usageLimits', reason: 'rateLimitExceeded' });
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(25 * 3600);
  expect(poll.status).not.toBe(429);
  expect(upload.status).toBe(200);
});

test('clients do not use up the buckets of each other', async () => {
  const { manager: as, accounts } = await advertising();
  const strict = requestsTo(
    serve(conversion, { ...ads, clock, daily: dailyQuota({ generate: 1, request: 1, other: 1 }) }),
  );
  const list = (clientId: string) => strict('GET', conversionsOf(accounts[0]), { as, clientId: `${clientId}-${as}` });

  const statuses = [(await list('one')).status, (await list('one')).status, (await list('other')).status];

  expect(statuses).toEqual([200, 429, 200]);
});

describe('requests a second', () => {
  const at = (iso: string) => ({ now: () => new Date(iso) });
  const limited = (iso: string) =>
    requestsTo(
      serve(conversion, {
        ...ads,
        clock: at(iso),
        perSecond: 2,
        daily: dailyQuota({ generate: 0, request: 0, other: 0 }),
      }),
    );

  test('the third of a client within one is 429 and may come again after one, another client is served', async () => {
    const { manager: as, accounts } = await advertising();
    const list = (clientId: string) =>
      within<ErrorBody>('GET', conversionsOf(accounts[0]), { as, clientId: `${clientId}-${as}` });
    const within = limited('2026-11-15T10:00:00.500Z');

    const answers = [await list('one'), await list('one'), await list('one'), await list('other')];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(answers[2]?.body.error.errors[0]).toMatchObject({ domain: 'usageLimits', reason: 'rateLimitExceeded' });
    expect(answers[2]?.headers['retry-after']).toBe('1');
  });

  test('processes together give a client no more than a minute holds', async () => {
    const { manager: as, accounts } = await advertising();
    // Each of them is a process of its own, in a second of its own.
    const statuses = await Promise.all(
      Array.from({ length: 125 }, async (_, index) => {
        const second = String(index % 60).padStart(2, '0');
        return (
          await limited(`2026-11-15T10:01:${second}Z`)('GET', conversionsOf(accounts[0]), {
            as,
            clientId: `spread-${as}`,
          })
        ).status;
      }),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

test("a caller's own ceiling is 429 rateLimitExceeded as well", async () => {
  const { manager: as, accounts } = await advertising();
  const strict = requestsTo(serve(conversion, { ...ads, clock, ceilings: { userPerMinute: 1, stagePerMinute: 0 } }));
  const list = () => strict<ErrorBody>('GET', conversionsOf(accounts[0]), { as });

  const answers = [await list(), await list()];

  expect(answers[1]?.status).toBe(429);
  expect(answers[1]?.body.error.errors[0]).toMatchObject({ reason: 'rateLimitExceeded' });
});
