/** Records which role statements are used, in a folder that all processes of a test run share. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder; without it nothing is recorded. */
export const USAGE_VARIABLE = 'ALMANAC_ROLE_USAGE';

const recorded = new Set<string>();

export function recordUse(functionName: string, statement: number, action: string): void {
  const folder = process.env[USAGE_VARIABLE];
  if (folder === undefined) return;
  const line = `${functionName} ${String(statement)} ${action}`;
  if (recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(join(folder, `${String(process.pid)}.txt`), `${line}\n`);
}
