import { createRequire } from 'node:module';
import type jestSequencer from '@jest/test-sequencer';

// Its declarations describe what is required; an import gets something else.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof jestSequencer;

type Tests = Parameters<jestSequencer.default['sort']>[0];

/** What waits for browsers, packages, Java or other programs, the longest first. The end of a run names the slowest. */
export const SLOW = [
  'test/lib/local/database/differential',
  'test/functions/console/',
  'test/lib/package/',
  'test/client/',
  'test/lib/testing/',
  'test/lib/ads/reports/',
  'test/load/',
  'test/lib/cli/',
  'test/lib/local/',
] as const;

/**
 * A file that takes minutes must not be the last to start. jest knows how long each took once it has run them all; in a
 * new clone it would go by the size of the files.
 */
export default class SlowestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const sorted = await super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const slow = SLOW.flatMap((folder) => sorted.filter(({ path }) => path.includes(`/${folder}`)));
    return [...new Set([...slow, ...sorted])];
  }
}
