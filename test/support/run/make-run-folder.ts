/** Before the tests that need no server: makes the folder that they share. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function makeRunFolder(): void {
  process.env['ALMANAC_TEST_RUN'] = mkdtempSync(join(tmpdir(), 'almanac-run-'));
}
