// Runs after `npm install` on any version of Node; hence plain JavaScript. Deletes files that nothing reads, a seventh
// of the whole: Node's C++ headers and the source maps of packages.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const isHeaders = (path) => /^node-\w+-\w+[\\/]include$/.test(path);
const isUnread = (path) => isHeaders(path) || path.endsWith('.map');

if (existsSync(packages)) {
  for (const path of readdirSync(packages, { recursive: true }))
    if (isUnread(path)) rmSync(join(packages, path), { recursive: true, force: true });
}

// As a package among those of others, only what was installed for it: the Node that it brings along.
// It lies in `dist/almanac` of its folder there.
const around = fileURLToPath(new URL('../../../../..', import.meta.url));
if (basename(around) === 'node_modules') {
  for (const name of readdirSync(around)) {
    const headers = join(name, 'include');
    if (isHeaders(headers)) rmSync(join(around, headers), { recursive: true, force: true });
  }
}
