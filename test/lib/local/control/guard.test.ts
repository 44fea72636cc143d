import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { controlRefusal, isLoopbackAddress } from '#lib/local/control/guard';
import { useGateway } from '#test/support/http/use-gateway';
import { newFolder } from '#test/support/run/folders/new-folder';
import { startStackProcess } from '#test/support/stack/stack-process';
import { useAlmanac } from '#test/support/stack/use-almanac';

const almanac = useAlmanac();
const gateway = useGateway();
const VERBS = [
  'reset',
  'seed',
  'snapshots',
  'snapshots/fresh/restore',
  'clock',
  'faults',
  'tokens',
  'key',
  'requests',
  'outbox',
  'deliveries',
];

/** `fetch` sets the host itself. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('on loopback', () => {
  test('programs of this machine may', async () => {
    expect(await statusOf(`${almanac.current.url}_almanac/reset`, {})).toBe(204);
  });

  test.each([{ origin: 'https://evil.example' }, { host: 'evil.example' }, { origin: 'null' }])(
    'a page of somebody else may not: %o',
    async (headers) => {
      expect(await statusOf(`${almanac.current.url}_almanac/reset`, headers)).toBe(403);
    },
  );

  test('what is no operation is not found', async () => {
    expect(await statusOf(`${almanac.current.url}_almanac/nothing`, {})).toBe(404);
  });
});

describe('on another address', () => {
  test('only with the secret', () => {
    const host = '192.0.2.1:8080';

    expect(controlRefusal({ host }, 's3cret')).toMatchObject({ code: 403 });
    expect(controlRefusal({ host, 'x-almanac-secret': 'other' }, 's3cret')).toMatchObject({ code: 403 });
    expect(controlRefusal({ host, 'x-almanac-secret': 's3cret' }, 's3cret')).toBeUndefined();
  });

  test('the secret is printed, and asked for even by loopback', async () => {
    const stack = await startStackProcess(newFolder(), '--empty', '--host', '0.0.0.0');
    try {
      const secret = /X-Almanac-Secret: (\S+)/.exec(stack.output)?.[1] ?? '';
      const reset = `${stack.endpoints.gateway}_almanac/reset`;

      expect(await statusOf(reset, {})).toBe(403);
      expect(await statusOf(reset, { 'x-almanac-secret': secret })).toBe(204);
      const fault = await fetch(stack.endpoints.gateway, { headers: { 'X-Almanac-Fault': 'status=500' } });
      expect(fault.status).toBe(403);
    } finally {
      stack.child.kill('SIGKILL');
      await stack.ended;
    }
  });

  test.each([
    ['127.0.0.1', true],
    ['localhost:8080', true],
    ['[::1]:8080', true],
    ['0.0.0.0', false],
    ['127.0.0.1.evil.example', false],
  ])('%s is loopback: %s', (host, expected) => {
    expect(isLoopbackAddress(host)).toBe(expected);
  });
});

describe('the functions that are deployed', () => {
  test.each(VERBS)('have no %s', async (name) => {
    for (const method of ['GET', 'POST'])
      expect((await fetch(`${gateway.rootUrl}_almanac/${name}`, { method })).status).toBe(404);
  });

  test('know no faults, and their document knows no control', async () => {
    const headers = { 'X-Almanac-Fault': 'status=503' };
    const answer = await fetch(`${gateway.rootUrl}openapi.json`, { headers });

    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('_almanac');
  });
});

test('the document of a local stack has the control operations beside the services', async () => {
  const document = (await (await fetch(`${almanac.current.url}openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; security: unknown[] }>>;
    tags: { name: string }[];
  };

  expect(document.paths['/_almanac/reset']?.['post']).toMatchObject({
    operationId: 'almanac.world.reset',
    security: [],
  });
  const described = VERBS.map((verb) => `/_almanac/${verb.replace('fresh', '{name}')}`);
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(described));
  expect(document.paths['/_almanac/seed']).toMatchObject({ get: expect.anything(), post: expect.anything() });
  expect(document.paths['/calendar/v3/colors']).toBeDefined();
  expect(document.tags.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['calendar.events', 'almanac.world', 'almanac.clock', 'almanac.faults']),
  );
});
