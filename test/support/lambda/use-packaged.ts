/** The packaged stage for the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import { packagedProduction, type Packaged } from './packaged.ts';

export const usePackagedProduction = (): Packaged => onceForAll(packagedProduction);
