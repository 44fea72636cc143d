/** The file of a service account that may read everybody's calendars at another Almanac. */
import { join } from 'node:path';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { runProgram } from '#test/support/stack/run-program';

const SCOPES = ['calendar.readonly', 'calendar.acls.readonly', 'books'];

export interface Elsewhere {
  readonly there: Almanac;
  /** Path of the file. */
  readonly key: string;
}

export async function startElsewhere(folder: string): Promise<Elsewhere> {
  const data = join(folder, 'elsewhere');
  const key = join(folder, 'key.json');
  const there = await startAlmanac({ services: ['calendar', 'books'], database: { folder: data } });
  const made = ['create', '--type', 'service-account', '--name', 'movers', '--url', there.url, '--out', key];
  const delegated = SCOPES.flatMap((scope) => ['--delegate', scope]);
  const { code, stderr } = await runProgram(['lib/cli/credentials.ts', ...made, ...delegated, '--data', data]);
  if (code !== 0) throw new Error(stderr);
  return { there, key };
}
