/** Before the tests that need no server: makes the folder that they share. */
import { linkedFolder } from './folders/new-folder.ts';
import { FEW_COLLECTIONS, ONE_PROCESSOR } from './running.ts';

export default function makeRunFolder(): void {
  Object.assign(process.env, ONE_PROCESSOR, FEW_COLLECTIONS, { ALMANAC_TEST_RUN: linkedFolder('run') });
}
