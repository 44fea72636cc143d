/** What stands in for Amazon SES in the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import { startSes, type SesStandIn } from './ses.ts';

export const useSes = (): SesStandIn => onceForAll(startSes, (ses) => ses.stop());
