/** Copies of the project in which the framework runs as `npm run package` and `deploy` do, without credentials. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from '#test/support/run/folders/run-folder';

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  /** All that it says. */
  readonly output: string;
}

export interface Checkout {
  readonly folder: string;
  /** Each run takes seconds. */
  serverless(...args: readonly string[]): Promise<Outcome>;
}

export interface Machine {
  /** Of another processor: npm installed no library of DuckDB that is of use here. */
  readonly lacksDuckDb?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  /** Functions are empty files: of what is packaged, the template is the same. Bundling and packing take 15 s. */
  readonly emptyFunctions?: boolean;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COPIED = ['package.json', 'package-lock.json', 'serverless.yml', 'functions', 'lib'];
const FRAMEWORK = 'node_modules/serverless/bin/serverless.js';
const QUICK_ZIP = new URL('./quick-zip.mjs', import.meta.url).href;
/** The framework checks the settings with a function so large that compiling it to machine code takes half a second. */
const QUICK_START = '--no-sparkplug';

function linkEach(from: string, to: string, isLinked: (name: string) => boolean): void {
  mkdirSync(to);
  const folders = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) if (isLinked(name)) symlinkSync(join(from, name), join(to, name), 'junction');
}

function linkPackages(folder: string, lacksDuckDb: boolean): void {
  const installed = join(ROOT, 'node_modules');
  const packages = join(folder, 'node_modules');
  if (!lacksDuckDb) return symlinkSync(installed, packages, 'junction');
  linkEach(installed, packages, (name) => name !== '@duckdb' && name !== '.cache');
  linkEach(join(installed, '@duckdb'), join(packages, '@duckdb'), (name) => !name.startsWith('node-bindings-'));
}

/** In the place of `lib/package/bundle.ts`. */
const EMPTY_FUNCTIONS = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readDeployment } from './template/deployment.ts';
export async function bundleFunctions() {
  for (const { file } of readDeployment('local').functions) {
    const bundle = join('dist', relative(process.cwd(), file).replace(/ts$/, 'mjs'));
    mkdirSync(dirname(bundle), { recursive: true });
    writeFileSync(bundle, '');
  }
  return [];
}
export const sizeTable = () => '';
`;

/** On a machine like this one, or of another kind; it is removed with all others at the end of the run. */
export function checkout({
  lacksDuckDb = false,
  environment = process.env,
  emptyFunctions = false,
}: Machine = {}): Checkout {
  const folder = mkdtempSync(join(runFolder(), 'checkout-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  linkPackages(folder, lacksDuckDb);
  if (emptyFunctions) writeFileSync(join(folder, 'lib/package/bundle.ts'), EMPTY_FUNCTIONS);
  const env = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(AWS|ALMANAC)_/.test(name))),
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    NODE_COMPILE_CACHE: join(runFolder(), 'compiled'),
  };
  return {
    folder,
    serverless: (...args) =>
      new Promise((resolve) => {
        const call = [QUICK_START, '--import', QUICK_ZIP, FRAMEWORK, ...args];
        execFile(process.execPath, call, { cwd: folder, env }, (error, stdout, stderr) => {
          resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, output: stdout + stderr });
        });
      }),
  };
}
