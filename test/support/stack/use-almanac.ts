import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startAlmanac, type Almanac, type AlmanacOptions } from '#lib/testing/start-almanac';

/** One Almanac for a test file, as new before every test. */
export function useAlmanac(options?: AlmanacOptions): { readonly current: Almanac } {
  let started: Almanac | undefined;
  beforeAll(async () => {
    started = await startAlmanac(options);
  });
  beforeEach(() => started?.reset());
  afterAll(() => started?.stop());
  return {
    get current() {
      if (started === undefined) throw new Error('It is started before the first test.');
      return started;
    },
  };
}

/** Asks a service as a user; resolves with status and parsed body. */
export async function askAs(
  almanac: Almanac,
  email: string,
  [method, path, body, headers]: readonly [string, string, (object | undefined)?, Record<string, string>?],
): Promise<{ readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers }> {
  const answer = await fetch(`${almanac.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await almanac.token(email)}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: answer.status, body: parsed, headers: answer.headers };
}
