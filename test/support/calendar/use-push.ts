/** The beginning of tests of channels: a calendar and a server that receives what its channels are told. */
import { newForEach } from '#test/support/run/fixture';
import { pushFixture, type PushFixture } from './push.ts';

/** Other people, another table and another receiver for each test. */
export const usePushPerTest = (): PushFixture => newForEach(pushFixture, (fixture) => fixture.stop());
