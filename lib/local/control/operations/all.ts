/** What can be asked of a local stack under `/_almanac/`. No bundle holds these, and `serverless.yml` has no route. */
import { clockOperations } from './clock.ts';
import { faultOperations } from './faults.ts';
import { importOperations } from './imports.ts';
import { recordOperations } from './records.ts';
import { signInOperations } from './sign-in.ts';
import { worldOperations } from './world.ts';

export const controlOperations = [
  ...worldOperations,
  ...clockOperations,
  ...faultOperations,
  ...recordOperations,
  ...importOperations,
  ...signInOperations,
];
