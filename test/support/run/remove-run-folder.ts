import { rmSync } from 'node:fs';
import { runFolder } from './run-folder.ts';

export default function removeRunFolder(): void {
  rmSync(runFolder(), { recursive: true, force: true });
}
