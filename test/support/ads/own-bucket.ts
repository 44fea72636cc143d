/**
 * A bucket and a table for ads of the test file's own: imports that other files make at the same time do not meet its
 * warehouse, and none runs the reports that another has ordered. Import this first.
 */
import { beforeAll } from '@jest/globals';
import { registerTableAlias } from '#lib/local/lambda/iam/arns';
import { newName, newTable } from '#test/support/run/new-table';
import { withoutStream } from '#test/support/run/running';
import { testStage } from '#test/support/run/test-stage';

const [bucket, adsTable] = [newName(), newName()];
Object.assign(process.env, { BUCKET: bucket, ADS_TABLE: adsTable, REPORT_LEAST_ROWS_PER_FILE: '10' });
registerTableAlias(bucket, testStage.bucket);

beforeAll(() => newTable('AdsTable', adsTable, withoutStream));
