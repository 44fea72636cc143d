/** Before the tests that need no server: makes the folder that they share. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ONE_PROCESSOR } from './running.ts';

export default function makeRunFolder(): void {
  Object.assign(process.env, ONE_PROCESSOR, { ALMANAC_TEST_RUN: mkdtempSync(join(tmpdir(), 'almanac-run-')) });
}
