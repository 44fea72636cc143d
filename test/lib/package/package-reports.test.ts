/** Reports need DuckDB for the processor of Lambda, which npm installs only on machines that have the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { type Registry, startRegistry } from '#test/support/http/registry';
import { checkout } from '#test/support/lambda/checkout';
import { usePackagedProduction } from '#test/support/lambda/packaged';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_BYTES_UNPACKED = 250 * 1024 * 1024;

/** What an ELF header says of the machine: https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html */
const AARCH64 = { magic: '\x7fELF', bits: 64, machine: 183 };

function machineOf(file: Uint8Array): typeof AARCH64 {
  const header = Buffer.from(file.subarray(0, 20));
  return { magic: header.toString('latin1', 0, 4), bits: header[4] === 2 ? 64 : 32, machine: header.readUInt16LE(18) };
}

describe.each(['adsReports', 'pollReports', 'importAdvertising'])('%s, unpacked', (functionName) => {
  const production = usePackagedProduction();
  let files: Map<string, Uint8Array>;

  beforeAll(() => {
    files = new Map(Object.entries(unzipSync(readFileSync(join(production.artifacts, `${functionName}.zip`)))));
  });

  test('holds DuckDB for the processor of Lambda, and no other', () => {
    const binaries = [...files].filter(([path]) => /\.(node|so|dylib|dll)$/.test(path));

    expect(binaries.map(([path, file]) => [path, machineOf(file)])).toEqual([
      ['dist/node_modules/@duckdb/node-bindings-linux-arm64/duckdb.node', AARCH64],
      ['dist/node_modules/@duckdb/node-bindings-linux-arm64/libduckdb.so', AARCH64],
    ]);
    for (const name of ['node-api', 'node-bindings'])
      expect(files.has(`dist/node_modules/@duckdb/${name}/package.json`)).toBe(true);
  });

  test('is small enough for Lambda', () => {
    const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);

    expect(bytes).toBeGreaterThan(50 * 1024 * 1024);
    expect(bytes).toBeLessThan(MAX_BYTES_UNPACKED);
  });
});

describe('on a machine of another processor', () => {
  const NAME = '@duckdb/node-bindings-linux-arm64';
  const lock = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version: string }> };
  const version = packages[`node_modules/${NAME}`]?.version ?? '';
  let registry: Registry;

  beforeAll(async () => {
    registry = await startRegistry(NAME, version);
  });

  afterAll(() => registry.stop());

  test('it is fetched, and what is not the one of the lock file is refused before anything is built', async () => {
    const { folder, serverless } = checkout({ lacksDuckDb: true, environment: registry.environment });

    const { exitCode, output } = await serverless('package');

    expect(exitCode).toBe(1);
    expect(output).toContain(`Fetching ${NAME}@${version}`);
    expect(registry.asked()).toContain('/library.tgz');
    expect(output).toContain(`${NAME}@${version} is not what package-lock.json names`);
    expect(output).not.toContain('    at ');
    expect(existsSync(join(folder, 'dist'))).toBe(false);
    expect(readdirSync(join(folder, 'node_modules/.cache/almanac'))).toEqual([]);
  });
});
