/** Copies of the project in which the framework runs as `npm run package` and `deploy` do, without credentials. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from './run-folder.ts';

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

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['package.json', 'serverless.yml', 'functions', 'lib'];
const FRAMEWORK = 'node_modules/serverless/bin/serverless.js';

/** It is removed with all others at the end of the run. */
export function checkout(): Checkout {
  const folder = mkdtempSync(join(runFolder(), 'checkout-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|ALMANAC)_/.test(name))),
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    NODE_COMPILE_CACHE: join(runFolder(), 'compiled'),
  };
  return {
    folder,
    serverless: (...args) =>
      new Promise((resolve) => {
        execFile(process.execPath, [FRAMEWORK, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
          resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, output: stdout + stderr });
        });
      }),
  };
}
