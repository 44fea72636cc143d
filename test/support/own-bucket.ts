/**
 * A bucket of the test file's own: imports that other files make at the same time do not meet its warehouse. The queue of reports is one for all,
 * so these files take turns: none runs what another has ordered. Import this first.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { standsFor } from '#lib/local/iam/arns';
import { lockFolder } from '#lib/stores/sqlite/folder-lock';
import { eventually } from './eventually.ts';
import { testStage } from './test-stage.ts';

const name = `almanac-test-${randomBytes(6).toString('hex')}`;
process.env['BUCKET'] = name;
standsFor(name, testStage.bucket);
process.env['REPORT_LEAST_ROWS_PER_FILE'] = '10';

let turn: ReturnType<typeof lockFolder>;
beforeAll(async () => {
  const folder = process.env['ALMANAC_TEST_DATA'] ?? '';
  await eventually(() => (turn = lockFolder(folder)) !== undefined);
});
afterAll(() => { turn?.release(); });
