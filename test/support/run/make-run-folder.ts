/** Before the tests that need no server: makes the folder that they share. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEW_COLLECTIONS, ONE_PROCESSOR } from './running.ts';

export default function makeRunFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-run-'));
  Object.assign(process.env, ONE_PROCESSOR, FEW_COLLECTIONS, { ALMANAC_TEST_RUN: folder });
}
