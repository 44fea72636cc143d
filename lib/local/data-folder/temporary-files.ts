/** Temporary files of a stack are in its data folder. What a killed one leaves there, the next start removes. */
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

/** The variables that `os.tmpdir()` reads, on every system. */
const VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];

/** Call it before anything asks for the temporary folder, and with the lock of the data folder. */
export function keepTemporaryFilesIn(dataDir: string): void {
  const folder = resolve(dataDir, 'temporary');
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  remove();
  mkdirSync(folder, { mode: 0o700 });
  for (const name of VARIABLES) process.env[name] = folder;
  process.once('exit', remove);
}
