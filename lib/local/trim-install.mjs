// Runs after `npm install` on any version of Node; hence plain JavaScript. Deletes files that nothing reads, a seventh
// of the whole: Node's C++ headers, manual and history, and the source maps of packages.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const UNREAD_OF_NODE = ['include', 'share', 'CHANGELOG.md', 'README.md'];
const isNode = (name) => /^node-(?:bin-)?(?:darwin|linux|win)-(?:arm64|x64)$/.test(name);
const isUnread = (path) => path.endsWith('.map') || (isNode(dirname(path)) && UNREAD_OF_NODE.includes(basename(path)));

if (existsSync(packages)) {
  for (const path of readdirSync(packages, { recursive: true }))
    if (isUnread(path)) rmSync(join(packages, path), { recursive: true, force: true });
}

// As a package among those of others, only what was installed for it: the Node that it brings along.
// It lies in `dist/almanac` of its folder there.
const around = fileURLToPath(new URL('../../../../..', import.meta.url));
if (basename(around) === 'node_modules') {
  for (const name of readdirSync(around).filter(isNode))
    for (const unread of UNREAD_OF_NODE) rmSync(join(around, name, unread), { recursive: true, force: true });
}
