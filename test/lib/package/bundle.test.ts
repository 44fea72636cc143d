import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { OPTIONS } from '#lib/package/bundle';
import { readDeployment } from '#lib/package/template/deployment';

test('nothing of the laptop, the benches and the proofs is deployed: no bundle can inject faults', async () => {
  const entryPoints = readDeployment('prod').functions.map(({ file }) => file);

  const lean = { minify: false, sourcemap: false, write: false };
  const { metafile } = await build({ ...OPTIONS, ...lean, entryPoints, splitting: true });

  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('lib/stores/dynamodb/client/client.ts');
  expect(inputs.filter((path) => /^(lib\/(local|bench|proof|cli)|test)\//.test(path))).toEqual([]);
});
