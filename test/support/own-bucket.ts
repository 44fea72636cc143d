/** A bucket of the test file's own: imports that other files make at the same time do not meet its warehouse. Import this first. */
import { randomBytes } from 'node:crypto';

process.env['BUCKET'] = `almanac-test-${randomBytes(6).toString('hex')}`;
process.env['REPORT_LEAST_ROWS_PER_FILE'] = '10';
