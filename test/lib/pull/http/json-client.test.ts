/** Patience with a service that fails or is asked too fast. Its answers are made up: real ones cannot be had on demand. */
import { describe, expect, test } from '@jest/globals';
import { jsonClient } from '#lib/pull/http/json-client';
import { Pace } from '#lib/pull/http/pace';
import type { UpstreamAnswer } from '#lib/upstream/client/client';
import { UpstreamFailure } from '#lib/upstream/client/failure';

type Step = Partial<Omit<UpstreamAnswer, 'body'>> & { readonly body?: unknown };

const refusal = (status: number, reason: string, headers = {}): Step => ({
  status,
  headers,
  body: { error: { message: `It is ${reason}.`, errors: [{ reason }] } },
});

/** A service that answers these one after the other. */
function serviceOf(...steps: readonly (Step | Error)[]) {
  const paths: string[] = [];
  const waits: number[] = [];
  const forgotten: string[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const pace = new Pace();
  const client = jsonClient({
    client: {
      send({ path }) {
        paths.push(path);
        const step = steps[paths.length - 1] ?? {};
        if (step instanceof Error) return Promise.reject(step);
        const { status = 200, headers = {}, body = { items: [] } } = step;
        return Promise.resolve({ status, headers, body: Buffer.from(JSON.stringify(body)) });
      },
    },
    basePath: 'calendar/v3/',
    tokens: {
      token: () => Promise.resolve(`token ${String(forgotten.length)}`),
      forget: (token) => void forgotten.push(token),
    },
    pace,
    pause: wait,
    maxAttempts: 4,
  });
  return { client, pace, paths, waits, forgotten };
}

describe('a service that', () => {
  test('answers gets one request, with what was asked', async () => {
    const { client, paths, waits } = serviceOf({ body: { items: [1] } });

    expect(await client.get('a', { q: 'x y', none: undefined })).toEqual({ items: [1] });
    expect([paths, waits]).toEqual([['calendar/v3/a?q=x+y'], []]);
  });

  test.each([
    ['5xx', refusal(503, 'backendError')],
    ['a connection that breaks', new UpstreamFailure('broken', 'cut short')],
    ['what is no object', { body: null }],
  ])('fails with %s is asked again after a pause', async (_name, failure) => {
    const { client, paths, waits } = serviceOf(failure, failure);

    await client.get('a');

    expect(paths).toHaveLength(3);
    expect(waits).toHaveLength(2);
  });

  test('keeps failing is given up', async () => {
    const { client, paths } = serviceOf(...Array.from({ length: 9 }, () => refusal(503, 'backendError')));

    await expect(client.get('a')).rejects.toMatchObject({ status: 503, reason: 'backendError' });
    expect(paths).toHaveLength(4);
  });

  test.each([
    ['404', refusal(404, 'notFound')],
    ['403 for another reason', refusal(403, 'forbidden')],
    ['410', refusal(410, 'fullSyncRequired')],
  ])('refuses with %s is not asked again', async (_name, answer) => {
    const { client, paths } = serviceOf(answer);

    await expect(client.get('a')).rejects.toMatchObject({ status: answer.status });
    expect(paths).toHaveLength(1);
  });

  test('does not take the token gets another one, once', async () => {
    const { client, forgotten } = serviceOf(refusal(401, 'authError'));
    await client.get('a');
    expect(forgotten).toEqual(['token 0']);

    const stubborn = serviceOf(refusal(401, 'authError'), refusal(401, 'authError'));
    await expect(stubborn.client.get('a')).rejects.toMatchObject({ status: 401 });
    expect(stubborn.paths).toHaveLength(2);
  });
});

describe('a service that is asked too fast', () => {
  test.each([
    ['429', refusal(429, 'rateLimitExceeded')],
    ['403 userRateLimitExceeded', refusal(403, 'userRateLimitExceeded')],
  ])('says so with %s: requests get a gap, which shrinks when it is content', async (_name, answer) => {
    const { client, pace } = serviceOf(answer);
    const slow = client.get('a').catch(() => undefined);
    await Promise.resolve();
    await slow;
    const after = pace.gapMs;

    expect(after).toBeGreaterThan(0);
    for (let count = 0; count < 100; count += 1) pace.succeeded();
    expect(pace.gapMs).toBe(0);
  });

  test('is not asked before its Retry-After is over, by nobody', async () => {
    const waits: number[] = [];
    const pace = new Pace((ms) => {
      waits.push(ms);
      return Promise.reject(new Error('asked to wait'));
    });
    pace.slowDown(7_000);

    await expect(pace.turn()).rejects.toThrow('asked to wait');
    expect(waits[0]).toBeGreaterThan(6_900);
  });
});
