import type { Config } from '@jest/types';
import { USAGE_VARIABLE } from '#lib/local/iam/usage';
import { servers } from './running.ts';
import { unusedRights } from './unused-rights.ts';

/** Of a run of some files nothing can be said. */
const isWhole = ({ testPathPatterns, testNamePattern }: Config.GlobalConfig): boolean =>
  testPathPatterns.patterns.length === 0 && (testNamePattern ?? '') === '';

export default async function stopServers(globalConfig: Config.GlobalConfig): Promise<void> {
  const unused = isWhole(globalConfig) ? unusedRights(process.env[USAGE_VARIABLE] ?? '') : [];
  if (unused.length > 0) console.log(`\nRights that no test has used; take them away in lib/cli/roles.ts, or write the test:\n${unused.map((line) => `  ${line}\n`).join('')}`);
  await Promise.all(servers.map((server) => server.stop()));
}
