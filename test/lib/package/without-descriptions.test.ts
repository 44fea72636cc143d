import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { catalog } from '#functions/catalog';
import { OPTIONS } from '#lib/package/bundle';
import { withoutDescriptions } from '#lib/package/without-descriptions';

/** Declarations as text, all descriptions blank: functions and what is undefined have no text. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (name === 'description' && typeof inner === 'string' ? '' : inner));

describe('the source of a declaration', () => {
  test('loses what it says to people, and nothing else', () => {
    const source = [
      "import { as, oneOf, resource, string, type Static } from '#lib/api/schema';",
      "export const Thing = resource('Thing', 'It isn\\'t much.', {",
      "  name: string('Its name.', { pattern: '^a' }),",
      '  kind: oneOf(',
      "    'What it is.',",
      "    { small: 'Not large.' },",
      '  ),',
      "  other: Other.string('kept'),",
      '});',
    ].join('\n');

    expect(withoutDescriptions(source).split('\n')).toEqual([
      "import { as, oneOf, resource, string, type Static } from '#lib/api/schema';",
      "export const Thing = resource('Thing', '', {",
      "  name: string('', { pattern: '^a' }),",
      '  kind: oneOf(',
      "    '',",
      "    { small: 'Not large.' },",
      '  ),',
      "  other: Other.string('kept'),",
      '});',
    ]);
  });

  test('is left alone where the words mean something else', () => {
    const source = "import { string } from './texts.ts';\nstring('kept');";

    expect(withoutDescriptions(source)).toBe(source);
  });
});

test('a bundle declares every operation as its source does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bundle-'));
  try {
    const outfile = join(folder, 'catalog.mjs');
    const contents =
      "import { catalog } from './functions/catalog.ts'; process.stdout.write(JSON.stringify(catalog), () => process.exit(0));";
    const { outdir: _outdir, outbase: _outbase, outExtension: _extension, ...options } = OPTIONS;
    await build({
      ...options,
      sourcemap: false,
      stdin: { contents, resolveDir: options.absWorkingDir, loader: 'ts' },
      outfile,
    });

    const bundled = execFileSync(process.execPath, [outfile], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

    expect(asText(JSON.parse(bundled))).toBe(asText(JSON.parse(JSON.stringify(catalog))));
    expect(JSON.stringify(catalog)).toContain('Whether attendance is optional.');
    expect(bundled).not.toContain('Whether attendance is optional.');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
