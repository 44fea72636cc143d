/**
 * Runs before `npm pack`: compiles the checkout into `dist/almanac` and puts the package's manifest in the place of
 * package.json, which `postpack.mjs` puts back. Node does not strip types of installed packages, and what is bundled
 * need not be installed again.
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build.ts';
import { COMPILED } from './manifest.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const manifest = await buildPackage(join(root, COMPILED));
copyFileSync(join(root, 'package.json'), join(root, 'dist/package.json.checkout'));
writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
