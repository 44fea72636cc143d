import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeTypes } from '#lib/package/npm-package/types';
import { newFolder } from '#test/support/run/folders/new-folder';
import { ROOT } from '#test/support/stack/stack-process';

test('declarations are written every time, as often as a package is made from one checkout', async () => {
  for (const name of ['first', 'second']) {
    const outdir = join(newFolder(), name);
    mkdirSync(outdir);
    await writeTypes({ root: ROOT, outdir, entry: 'lib/testing/start-almanac.ts' });
    const declared = readFileSync(join(outdir, 'types/lib/testing/start-almanac.d.ts'), 'utf8');
    expect(declared).toContain('export declare function startAlmanac');
    expect(declared).not.toMatch(/from '\.[^']*\.ts'/);
    expect(existsSync(join(outdir, 'tsconfig.json'))).toBe(false);
  }
});
