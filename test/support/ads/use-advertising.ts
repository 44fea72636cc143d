/** The beginning of tests of conversions: an agency with advertisers, accounts and people of its own. */
import { onceForAll } from '#test/support/run/fixture';
import { advertising, type Advertising } from './advertising.ts';

export const useAdvertising = (): Advertising => onceForAll(advertising);
