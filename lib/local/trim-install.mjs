// Runs after `npm install` on any version of Node; hence plain JavaScript. Deletes files that nothing reads, a seventh
// of the whole: Node's C++ headers and the source maps of packages.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const isUnread = (path) => /^node-\w+-\w+[\\/]include$/.test(path) || path.endsWith('.map');

if (existsSync(packages)) {
  for (const path of readdirSync(packages, { recursive: true }))
    if (isUnread(path)) rmSync(join(packages, path), { recursive: true, force: true });
}
