/** After the tests that need no server: removes the folder that they shared. */
import { rmSync } from 'node:fs';
import { runFolder } from './run-folder.ts';

export default function removeRunFolder(): void {
  rmSync(runFolder(), { recursive: true, force: true });
}
