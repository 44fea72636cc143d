/** The browser for Linux x64 that comes with npm as a packed file. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inTurn } from '#test/support/in-turn';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/almanac');
const PACKAGE = '@sparticuz/chromium';
const PROGRAM = 'start-chromium';
const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath();`;
/** The package unpacks the libraries that a bare machine lacks (NSS, expat) only for this one. */
const BARE_MACHINE = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** The fonts of the package beside those of the machine, if it has any. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
const START = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/**
 * Where the program is that starts it. It is unpacked once for each version, by one test file while the others wait, and whole or not
 * at all: by itself the package takes any file named `chromium` in the temporary folder of the machine for its own, also
 * one that was cut short or that somebody else has put there.
 */
export async function unpackBrowser(cache = CACHE): Promise<string> {
  const manifest = readFileSync(join(ROOT, 'node_modules', PACKAGE, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  const turns = join(cache, 'browser-turns');
  mkdirSync(turns, { recursive: true });
  await inTurn(turns, async () => {
    if (existsSync(folder)) return;
    const draft = mkdtempSync(join(cache, 'browser-draft-'));
    const env = { ...process.env, ...BARE_MACHINE, TMPDIR: draft };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], { cwd: ROOT, env });
    writeFileSync(join(draft, 'fonts.conf'), FONTS);
    writeFileSync(join(draft, PROGRAM), START, { mode: 0o755 });
    renameSync(draft, folder);
  });
  return join(folder, PROGRAM);
}
