/** `npm run credentials`, beside a running stack: files that Google's libraries read, a list, and the end of a client. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { newFolder } from '#test/support/run/folders/new-folder';
import { startStackProcess, type StackProcess } from '#test/support/stack/stack-process';
import { useProgramServer } from '#test/support/stack/use-program-server';

const folder = newFolder();
let stack: StackProcess;
beforeAll(async () => {
  stack = await startStackProcess(join(folder, 'data'), '--empty');
});
afterAll(async () => {
  stack.child.kill('SIGINT');
  await stack.ended;
});

const programs = useProgramServer();
const credentials = (...args: string[]) =>
  programs.run(['lib/cli/credentials.ts', ...args, '--data', join(folder, 'data')]);
const create = (name: string, ...args: string[]) => credentials('create', '--out', join(folder, name), ...args);
const fileOf = <File = Record<string, string>>(name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as File;

describe('create', () => {
  test('writes a client_secret.json that only its owner can read', async () => {
    const { code, stdout } = await create('web.json', '--type', 'web', '--redirect', 'https://app.example.com/cb');

    expect([code, stdout]).toEqual([0, expect.stringContaining('web.json')]);
    expect(statSync(join(folder, 'web.json')).mode & 0o777).toBe(0o600);
    const root = stack.endpoints.gateway;
    expect(fileOf('web.json')).toEqual({
      web: {
        client_id: expect.stringMatching(/^\d{12}-[0-9a-f]{32}\.apps\.googleusercontent\.com$/),
        project_id: 'almanac',
        auth_uri: `${root}o/oauth2/v2/auth`,
        token_uri: `${root}token`,
        auth_provider_x509_cert_url: `${root}oauth2/v3/certs`,
        client_secret: expect.stringMatching(/^GOCSPX-/),
        redirect_uris: ['https://app.example.com/cb'],
      },
    });
  });

  test('an authorized user can refresh at once', async () => {
    await create('user.json', '--type', 'authorized-user', '--email', 'alice@example.com', '--scope', 'calendar');
    const { client_id = '', client_secret = '', refresh_token = '', type } = fileOf('user.json');

    const response = await fetch(new URL('token', stack.endpoints.gateway), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }),
    });

    expect([type, response.status]).toEqual(['authorized_user', 200]);
    expect(await response.json()).toMatchObject({ scope: 'https://www.googleapis.com/auth/calendar' });
  });

  test('never writes over a file, and refuses what cannot work', async () => {
    const refusals = [
      await create('web.json', '--type', 'installed'),
      await create('a.json', '--type', 'web'),
      await create('a.json', '--type', 'web', '--redirect', 'http://app.example.com/cb'),
      await create('a.json', '--type', 'service-account', '--name', 'X'),
      await create('a.json', '--type', 'authorized-user'),
      await create('a.json'),
      await credentials('create', '--type', 'web'),
    ];

    expect(refusals.map(({ code }) => code)).not.toContain(0);
    expect(existsSync(join(folder, 'a.json'))).toBe(false);
  });
});

test('a service account is listed, and gets no token once it is revoked', async () => {
  await create('robot.json', '--type', 'service-account', '--name', 'robot-1', '--delegate', 'calendar.readonly');
  const { client_email: email = '', type } = fileOf('robot.json');
  expect([type, email]).toEqual(['service_account', 'robot-1@almanac.iam.gserviceaccount.com']);
  expect((await credentials('list')).stdout).toMatch(new RegExp(`^${email}\\tservice-account\\t`, 'm'));

  expect(await credentials('revoke', email)).toMatchObject({ code: 0 });

  expect((await credentials('list')).stdout).not.toContain(email);
  expect(await credentials('revoke', email)).toMatchObject({ code: 1 });
});

const ask = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${stack.endpoints.gateway}calendar/v3/calendars/primary`, { headers })).status;
};
const tokenFor = async (...args: string[]): Promise<string> =>
  (await programs.run(['lib/cli/token.ts', ...args, '--data', join(folder, 'data')])).stdout.trim();

test('the end of a client ends the tokens that it has', async () => {
  const { client_id = '', client_secret = '', refresh_token = '' } = fileOf('user.json');
  const refresh = { grant_type: 'refresh_token', client_id, client_secret, refresh_token };
  const answer = await fetch(new URL('token', stack.endpoints.gateway), {
    method: 'POST',
    body: new URLSearchParams(refresh),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  expect(await ask(token)).toBe(200);

  const { stdout } = await credentials('revoke', client_id);

  expect(stdout).toContain('within five seconds');
  await eventually(async () => (await ask(token)) === 401);
});

test('a token of npm run token can be revoked by itself', async () => {
  const [one, other] = [await tokenFor('bob@example.com', '--ttl', '7d'), await tokenFor('bob@example.com')];
  expect([await ask(one), await ask(other)]).toEqual([200, 200]);

  const revoked = await fetch(new URL(`revoke?token=${one}`, stack.endpoints.gateway), { method: 'POST' });

  expect(revoked.status).toBe(200);
  await eventually(async () => (await ask(one)) === 401);
  expect(await ask(other)).toBe(200);
  const told = await fetch(new URL(`tokeninfo?access_token=${one}`, stack.endpoints.gateway));
  expect(await told.json()).toMatchObject({ error: 'invalid_token' });
});

test('the secrets stand in the files and nowhere in the data folder', () => {
  const { web } = fileOf<{ web: { client_secret: string } }>('web.json');
  const { refresh_token } = fileOf<{ refresh_token: string }>('user.json');
  const stored = ['database.sqlite', 'database.sqlite-wal']
    .map((name) => join(folder, 'data', name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'))
    .join('');

  expect(stored).toContain('apps.googleusercontent.com');
  expect(stored).not.toContain(web.client_secret);
  expect(stored).not.toContain(refresh_token);
});
