/** `npm pack` in a copy of the checkout: other tests read the original meanwhile. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const COPIED = [
  'package.json',
  'package-lock.json',
  'serverless.yml',
  'tsconfig.json',
  'functions',
  'lib',
  'test/tools/bench/README.md',
  'README.md',
  'OPERATIONS.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** Returns the path of the package: of the one that CI has packed, or of a new one. */
export async function packCheckout(folder: string): Promise<string> {
  const { ALMANAC_TEST_PACKED: packed } = process.env;
  if (packed !== undefined) return resolve(packed);
  const copy = join(folder, 'checkout');
  for (const path of COPIED) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const { stdout } = await promisify(execFile)('npm', ['pack', '--silent'], { cwd: copy });
  return join(copy, stdout.trim());
}
