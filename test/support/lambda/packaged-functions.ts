/** The functions of the packaged stage, each in a folder of its own, and the same functions from their sources. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { runFolder } from '#test/support/run/folders/run-folder';
import { NODE_COMPILE_CACHE } from '#test/support/stack/run-program';
import { startLambda, type LambdaFunction, type LambdaProcess } from '#test/tools/lambda/lambda-process';
import { deployment, PREFIX, type LambdaStage } from './lambda-stage.ts';
import type { Packaged } from './packaged.ts';

interface FunctionProperties {
  readonly FunctionName: string;
  readonly Handler: string;
  readonly MemorySize: number;
  readonly Timeout: number;
  readonly Environment: { readonly Variables: Readonly<Record<string, string>> };
}

export interface PackagedFunctions {
  readonly all: readonly LambdaFunction[];
  /** By its name in `serverless.yml`. */
  start(name: string, stage: LambdaStage): Promise<LambdaProcess>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** DuckDB is packed for Lambda's processor: a machine of another one brings its own. */
const LIBRARY = /\/@duckdb\/node-bindings-linux-arm64\//;
const isLikeLambda = process.platform === 'linux' && process.arch === 'arm64';

function bringOwnLibrary(folder: string): void {
  const name = `node-bindings-${process.platform}-${process.arch}`;
  symlinkSync(join(ROOT, 'node_modules/@duckdb', name), join(folder, 'dist/node_modules/@duckdb', name), 'junction');
}

/** Of a zip, once for all test files. */
function unpack({ artifacts }: Packaged, name: string): string {
  const folder = join(runFolder(), 'unpacked', name);
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(join(runFolder(), 'unpacking-'));
  const zip = readFileSync(join(artifacts, `${name}.zip`));
  const files = unzipSync(zip, { filter: (file) => isLikeLambda || !LIBRARY.test(file.name) });
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), bytes);
  }
  if (!isLikeLambda && existsSync(join(draft, 'dist/node_modules/@duckdb'))) bringOwnLibrary(draft);
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const temporaryFolder = (): string => mkdtempSync(join(runFolder(), 'tmp-'));

export function packagedFunctions(production: Packaged): PackagedFunctions {
  const properties = Object.values(production.template.Resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map((resource) => resource.Properties as FunctionProperties)
    .filter(({ FunctionName = '' }) => deployment.functions.some(({ name }) => FunctionName === `${PREFIX}${name}`));
  const all = properties.map(({ FunctionName, Handler, MemorySize, Timeout, Environment }) => ({
    name: FunctionName,
    handler: Handler,
    memoryMb: MemorySize,
    timeoutSeconds: Timeout,
    environment: Environment.Variables,
  }));
  return {
    all,
    start(name, stage) {
      const target = all.find((one) => one.name === `${PREFIX}${name}`);
      if (target === undefined) throw new Error(`The template has no function ${name}.`);
      const environment = { ...target.environment, ...stage.environment };
      return startLambda(
        { ...target, environment },
        { taskRoot: unpack(production, name), temporary: temporaryFolder() },
      );
    },
  };
}

export interface Sources {
  invoke(name: string, event: unknown): Promise<unknown>;
  kill(): Promise<void>;
}

/** One process with all functions from their sources, in the operator's name. */
export async function startSources({ all }: Pick<PackagedFunctions, 'all'>, stage: LambdaStage): Promise<Sources> {
  const environment = { ...all[0]?.environment, ...stage.environment };
  const everything = {
    name: 'sources',
    handler: 'test/support/lambda/source-functions.handler',
    memoryMb: 3008,
    timeoutSeconds: 900,
    environment,
  };
  const { invoke, kill } = await startLambda(everything, {
    taskRoot: ROOT,
    temporary: temporaryFolder(),
    compiled: NODE_COMPILE_CACHE,
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    kill,
    async invoke(name, event) {
      const file = deployment.functions.find((one) => one.name === name)?.file;
      // A process has one event at a time.
      const run = last.then(() => invoke({ file, event }));
      last = run.catch(() => undefined);
      return (await run).answer;
    },
  };
}
