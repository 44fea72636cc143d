import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { OPTIONS } from '#lib/cli/bundle';
import { eventOf } from '#test/support/ask';
import { databaseEndpoint } from '#test/support/database-endpoint';
import { someone } from '#test/support/people';
import { token } from '#test/support/token';

const run = promisify(execFile);
const CALL = "const { handler } = await import(process.argv[1]); console.log(JSON.stringify(await handler(JSON.parse(process.argv[2]))))";

test('a function as it is deployed, minified and without what it does not need of the SDK, writes and reads', async () => {
  const alice = someone('alice');
  const outdir = mkdtempSync(join(tmpdir(), 'almanac-bundle-'));
  await build({ ...OPTIONS, entryPoints: ['functions/calendar/calendars/index.ts'], outdir, splitting: true });
  const headers = { authorization: `Bearer ${await token(alice)}` };
  const event = eventOf('PATCH', '/calendar/v3/calendars/primary', { headers, body: { summary: 'From a bundle' } });

  const args = ['--input-type=module', '-e', CALL, join(outdir, 'functions/calendar/calendars/index.mjs'), JSON.stringify(event)];
  const database = await databaseEndpoint();

  const { stdout } = await run(process.execPath, args, { env: database.environment }).finally(database.stop);

  const { statusCode, body } = JSON.parse(stdout) as { statusCode: number; body: string };
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ id: alice, summary: 'From a bundle' });
  rmSync(outdir, { recursive: true });
});
