/** The browser for Linux x64 that comes with npm as a packed file. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inTurn } from '#test/support/in-turn';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/almanac');
const PACKAGE = '@sparticuz/chromium';
const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;

/**
 * Where its program is. It is unpacked once for each version, by one test file while the others wait, and whole or not
 * at all: by itself the package takes any file named `chromium` in the temporary folder of the machine for its own, also
 * one that was cut short or that somebody else has put there.
 */
export async function unpackBrowser(cache = CACHE): Promise<string> {
  const manifest = readFileSync(join(ROOT, 'node_modules', PACKAGE, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(cache, `browser-${version}`);
  const turns = join(cache, 'browser-turns');
  mkdirSync(turns, { recursive: true });
  await inTurn(turns, async () => {
    if (existsSync(folder)) return;
    const draft = mkdtempSync(join(cache, 'browser-draft-'));
    const env = { ...process.env, TMPDIR: draft };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], { cwd: ROOT, env });
    renameSync(draft, folder);
  });
  return join(folder, 'chromium');
}
