import { setTimeout as pause } from 'node:timers/promises';

/** Resolves as soon as the condition holds; a test that waits in vain ends by its own time limit. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(25);
}
