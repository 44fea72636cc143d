/** The real packaging, in a copy of the project, without credentials. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Resource<Properties = unknown> {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties: Properties;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

export type Arn = Readonly<Record<'Fn::GetAtt', readonly [string, string]>>;

export interface LambdaFunction {
  readonly Handler: string;
  readonly Role: Arn;
}

export interface Outcome {
  readonly exitCode: number;
  readonly output: string;
}

export interface Checkout {
  readonly folder: string;
  /** Runs the framework as `npm run package` and `npm run deploy` do; each run takes seconds. */
  serverless(...args: readonly string[]): Promise<Outcome>;
  package(...args: readonly string[]): Promise<Template>;
  /** Evaluates a module beside the packaged files, with nothing else of the project in reach; its answer is its default export. */
  evaluate(module: string): Promise<unknown>;
  remove(): void;
}

export const ISSUERS = '[{"issuer":"https://id.example.com","jwksUri":"https://id.example.com/keys"}]';
export const PRODUCTION = ['--stage', 'prod', '--param', `issuers=${ISSUERS}`];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function checkout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-package-'));
  for (const path of ['package.json', 'serverless.yml', 'functions', 'lib']) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|ALMANAC)_/.test(name))),
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  const serverless = (...args: readonly string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      execFile(process.execPath, ['node_modules/serverless/bin/serverless.js', ...args], { cwd: folder, env }, (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
    });
  return {
    folder,
    serverless,
    async package(...args) {
      const { exitCode, output } = await serverless('package', ...args);
      if (exitCode !== 0) throw new Error(output);
      return JSON.parse(readFileSync(join(folder, '.serverless/cloudformation-template-update-stack.json'), 'utf8')) as Template;
    },
    evaluate: (module) => evaluate(join(folder, 'dist'), module),
    remove: () => { rmSync(folder, { recursive: true, force: true }); },
  };
}

async function evaluate(bundles: string, module: string): Promise<unknown> {
  const alone = mkdtempSync(join(tmpdir(), 'almanac-bundles-'));
  try {
    cpSync(bundles, join(alone, 'dist'), { recursive: true });
    writeFileSync(join(alone, 'module.mjs'), module);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', "process.stdout.write(JSON.stringify((await import('./module.mjs')).default))"],
      { cwd: alone, env: { LOG: 'off', AWS_REGION: 'us-east-1', ISSUERS: '[]' } },
    );
    return JSON.parse(stdout);
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
}

/** What a template holds of a type; another template than the one given may be named. */
export function resourcesOf(given: () => Template) {
  const ofType = <Properties>(type: string, { Resources } = given()): [string, Resource<Properties>][] =>
    Object.entries(Resources).filter(([, { Type }]) => Type === type) as [string, Resource<Properties>][];
  return {
    ofType,
    propertiesOf: <Properties>(type: string): Properties[] => ofType<Properties>(type).map(([, resource]) => resource.Properties),
  };
}
