/**
 * Almanac in other people's tests: `startAlmanac()` starts the local stack as a process of its own. Several at once do
 * not meet, and each ends with the process that started it. README.md beside this file has an example.
 */
import type { Almanac, AlmanacOptions, ClockState, OutboxMail, RecordedDelivery, RecordedRequest } from './almanac.ts';
import { startChild, type StackChild } from './child.ts';

export type * from './almanac.ts';

const textOf = (moment: string | Date): string => (typeof moment === 'string' ? moment : moment.toISOString());

function clockArgument(clock: NonNullable<AlmanacOptions['clock']>): string {
  if (typeof clock === 'string' || clock instanceof Date) return textOf(clock);
  return `${textOf(clock.now)}${clock.frozen === true ? ',frozen' : ''}`;
}

function argumentsFor({
  services,
  seed,
  upstream = {},
  port = 0,
  clock,
  database = 'memory',
}: AlmanacOptions): string[] {
  return [
    '--port',
    String(port),
    '--log',
    'off',
    ...(database === 'memory' ? ['--database', 'memory'] : ['--data', database.folder]),
    ...(seed === 'sample' ? [] : typeof seed === 'string' ? ['--seed', seed] : ['--empty']),
    ...(services === undefined ? [] : ['--services', services.join()]),
    ...Object.entries(upstream).flatMap(([service, url]) => ['--upstream', `${service}=${url}`]),
    ...(clock === undefined ? [] : ['--clock', clockArgument(clock)]),
  ];
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Asks under `/_almanac/`. */
const askerOf =
  (url: string): Ask =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}_almanac/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (answer.ok) return value as T;
    throw new Error((value as { error?: { message?: string } } | undefined)?.error?.message ?? answer.statusText);
  };

function almanacOf({ url, key, stop }: StackChild): Almanac {
  const ask = askerOf(url);
  const list = async <T>(path: string): Promise<T[]> => (await ask<{ items: T[] }>('GET', path)).items;
  const move = (body: object): Promise<ClockState> => ask('POST', 'clock', body);
  const token: Almanac['token'] = async (email, options = {}) =>
    (await ask<{ token: string }>('POST', 'tokens', { email, ...options })).token;
  return {
    url,
    token,
    key: () => key,
    googleapis: async (email, options) => ({
      rootUrl: url,
      headers: { Authorization: `Bearer ${await token(email, options)}` },
    }),
    seed: (document) => ask('POST', 'seed', document === undefined ? { world: 'sample' } : { users: [], ...document }),
    exportSeed: () => ask('GET', 'seed'),
    reset: () => ask('POST', 'reset'),
    snapshot: async (name) => {
      await ask('POST', 'snapshots', { name });
    },
    restore: (name) => ask('POST', `snapshots/${encodeURIComponent(name)}/restore`),
    clock: {
      set: (moment, { frozen = false } = {}) => move({ set: textOf(moment), frozen }),
      advance: (by) => move({ advance: by }),
      release: () => move({ release: true }),
      now: async () => new Date((await ask<ClockState>('GET', 'clock')).now),
    },
    faults: {
      add: async (rule) => (await ask<{ id: string }>('POST', 'faults', rule)).id,
      remove: (id) => ask('DELETE', `faults/${encodeURIComponent(id)}`),
      clear: () => ask('DELETE', 'faults'),
    },
    requests: () => list<RecordedRequest>('requests'),
    outbox: () => list<OutboxMail>('outbox'),
    webhooks: () => list<RecordedDelivery>('deliveries'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** What `reset()` goes back to. */
const FRESH = 'fresh';

export async function startAlmanac(options: AlmanacOptions = {}): Promise<Almanac> {
  const almanac = almanacOf(await startChild(argumentsFor(options)));
  const { seed } = options;
  if (seed === undefined || typeof seed === 'string') return almanac;
  try {
    await (typeof seed === 'function' ? seed(almanac) : almanac.seed(seed));
    await almanac.snapshot(FRESH);
    await almanac.reset();
    return almanac;
  } catch (error) {
    await almanac.stop();
    throw error;
  }
}
