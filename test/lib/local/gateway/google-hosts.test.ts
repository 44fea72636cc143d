/** `npm start -- --https`: clients that cannot be given another root, as they are. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inQuotes, newFolder } from '#test/support/run/folders/new-folder';
import { runProgram, type Outcome } from '#test/support/stack/run-program';
import { startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

interface Endpoints {
  readonly https: { readonly rootUrl: string; readonly environment: Readonly<Record<string, string>> };
}

const dataDir = newFolder();
const WITH = ['--import', './lib/local/require-node.mjs', 'lib/cli/with.ts', '--data', dataDir];
const CREDENTIALS = ['--import', './lib/local/require-node.mjs', 'lib/cli/credentials.ts', 'create'];

let stack: StackProcess;
let https: Endpoints['https'];
let token: string;

async function start(): Promise<void> {
  stack = await startStackProcess(dataDir, '--empty', '--https');
  ({ https } = JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints);
}

beforeAll(async () => {
  await start();
  token = /^Bearer (\S+)'/m.exec(stack.output.split('Authorization: ')[1] ?? '')?.[1] ?? '';
});
afterAll(async () => {
  stack.child.kill('SIGKILL');
  await stack.ended;
});

const runWith = (...command: readonly string[]): Promise<Outcome> => runProgram([...WITH, ...command]);

describe('a client that knows only Google', () => {
  test("Google's own for Node", async () => {
    const script = `
      import { auth, calendar } from '@googleapis/calendar';
      const client = new auth.OAuth2();
      client.setCredentials({ access_token: '${token}' });
      const { data } = await calendar({ version: 'v3', auth: client }).calendarList.list();
      console.log(data.items[0].id);`;

    expect(await runWith(process.execPath, '--input-type=module', '-e', script)).toEqual({
      code: 0,
      stdout: 'alice@example.com\n',
      stderr: '',
    });
  });

  test.each([
    ['a service account', ['--type', 'service-account', '--name', 'robot-1'], /^robot-1@/],
    ['somebody who has signed in', ['--type', 'authorized-user', '--email', 'ben@example.com'], /^ben@example\.com$/],
  ])("Google's library for signing in, with the file of %s", async (_who, options, expected) => {
    const file = join(newFolder(), 'credentials.json');
    const made = await runProgram([...CREDENTIALS, ...options, '--out', file, '--data', dataDir]);
    expect(made).toMatchObject({ code: 0 });
    const script = `
      import { calendar } from '@googleapis/calendar';
      import { GoogleAuth } from 'google-auth-library';
      const auth = new GoogleAuth({
        keyFile: ${JSON.stringify(file)},
        scopes: ['https://www.googleapis.com/auth/calendar'],
      });
      const { data } = await calendar({ version: 'v3', auth }).calendars.get({ calendarId: 'primary' });
      console.log(data.id);`;

    const { stdout, stderr } = await runWith(process.execPath, '--input-type=module', '-e', script);

    expect([stderr, stdout.trim()]).toEqual(['', expect.stringMatching(expected)]);
  });

  test("Node's fetch, told by its environment, sees links to the host that it asked", async () => {
    const script = `
      const answer = await fetch('https://books.googleapis.com/discovery/v1/apis/books/v1/rest');
      console.log((await answer.json()).rootUrl);`;

    const { stdout } = await runWith(process.execPath, '--input-type=module', '-e', script);

    expect(stdout).toBe('https://books.googleapis.com/\n');
  });

  test('curl, in a shell that the printed lines were pasted into', async () => {
    const lines = stack.output.split('\n').filter((line) => line.startsWith('export '));
    const script = `${lines.join('\n')}\ncurl --silent --max-time 60 https://www.googleapis.com/healthz --write-out '%{http_code}' --output /dev/null`;

    const stdout = await new Promise((resolve) => {
      execFile('bash', ['-c', script], { env: { PATH: process.env['PATH'] } }, (_error, text) => {
        resolve(text);
      });
    });

    expect(stdout).toBe('200');
  });
});

/** The certificate that a client which trusts the authority is shown for a host, or why it refuses it. */
function certificateFor(servername: string): Promise<PeerCertificate | string> {
  return new Promise((resolve) => {
    const ca = readFileSync(https.environment['SSL_CERT_FILE'] ?? '');
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(https.rootUrl).port), servername, ca }, () => {
      resolve(socket.getPeerCertificate(true));
      socket.destroy();
    });
    socket.on('error', ({ message }) => {
      resolve(message);
    });
  });
}

describe('the certificate', () => {
  test.each([
    'www.googleapis.com',
    'calendar.googleapis.com',
    'oauth2.googleapis.com',
    'accounts.google.com',
    'localhost',
  ])('is good for %s', async (name) => {
    expect(await certificateFor(name)).toMatchObject({ issuer: { CN: 'Almanac on this machine' } });
  });

  test.each(['example.com', 'google.com', 'mail.google.com', 'a.b.googleapis.com', 'googleapis.com.example.com'])(
    'is not for %s',
    async (name) => {
      expect(await certificateFor(name)).toContain("does not match certificate's altnames");
    },
  );

  test('is of an authority that stays, whose key is for its owner alone', async () => {
    const file = https.environment['SSL_CERT_FILE'] ?? '';
    const authority = readFileSync(file, 'utf8');
    expect(statSync(file.replace(/pem$/, 'key')).mode & 0o777).toBe(0o600);

    stack.child.kill('SIGTERM');
    await stack.ended;
    await start();

    expect(readFileSync(file, 'utf8')).toBe(authority);
    expect(await certificateFor('www.googleapis.com')).toMatchObject({ issuer: { CN: 'Almanac on this machine' } });
  });
});

describe('the proxy', () => {
  /** What it says to a CONNECT. */
  const connectTo = (target: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = request({ ...proxyAddress(), method: 'CONNECT', path: target, agent: false });
      asked.on('connect', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode);
      });
      asked.on('error', reject).end();
    });

  const proxyAddress = (): { readonly host: string; readonly port: number } => {
    const { hostname, port } = new URL(https.environment['HTTPS_PROXY'] ?? '');
    return { host: hostname, port: Number(port) };
  };

  test('leads to the hosts that the certificate is for', async () => {
    expect(await connectTo('WWW.googleapis.com:443')).toBe(200);
  });

  test.each([
    'example.com:443',
    'www.googleapis.com:80',
    'www.googleapis.com:22',
    '.googleapis.com:443',
    'a.b.googleapis.com:443',
    'evilgoogleapis.com:443',
    'www.googleapis.com.example.com:443',
    '127.0.0.1:443',
    '[::1]:443',
    '169.254.169.254:443',
    'www.googleapis.com',
    'www.googleapis.com:443:443',
  ])('does not lead to %s', async (target) => {
    expect(await connectTo(target)).toBe(403);
  });

  test('takes no plain request for anywhere', async () => {
    const { host, port } = proxyAddress();
    const answer = await fetch(`http://${host}:${String(port)}/http://example.com/`);

    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Google's hosts alone")]);
  });
});

describe('npm run with', () => {
  test('ends as the command does, whose options are its own', async () => {
    expect(await runWith(process.execPath, '--eval', 'process.exit(7)')).toMatchObject({ code: 7, stdout: '' });
  });

  test.each([
    [['no-such-command-here'], 'no-such-command-here cannot be run'],
    [[], 'Which command?'],
  ])('%j is told what is wrong', async (command, message) => {
    const { code, stderr } = await runWith(...command);

    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  test('says how to start a stack where none runs', async () => {
    const empty = newFolder();
    const { code, stderr } = await runProgram([...WITH.with(-1, empty), 'curl']);

    expect([code, stderr]).toEqual([
      1,
      `No stack runs on ${empty}. Start one: npm start -- --https --data ${inQuotes(empty)}\n`,
    ]);
  });
});
