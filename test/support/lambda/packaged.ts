/** The real packaging, without credentials. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTurn } from '#test/support/in-turn';
import { onceForAll } from '#test/support/run/fixture';
import { runFolder } from '#test/support/run/folders/run-folder';
import { checkout } from './checkout.ts';

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

export interface Packaged {
  readonly template: Template;
  /** The folder of the zip files, `calendarEvents.zip`. */
  readonly artifacts: string;
  /** The folder of `dist/`, with nothing else of the project in reach. */
  readonly alone: string;
  /** Evaluates a module there; its answer is its default export. */
  evaluate(module: string): Promise<unknown>;
}

export const ISSUERS =
  '[{"issuer":"https://id.example.com","jwksUri":"https://id.example.com/keys","audience":"almanac"}]';

const PROVIDER = '{"issuer":"https://id.example.com","clientId":"almanac","clientSecret":"secret"}';

/** Stage `prod`, with the authorization server, packaged once for all test files of a run. */
export async function packagedProduction(): Promise<Packaged> {
  const shared = join(runFolder(), 'production');
  const artifacts = join(shared, 'artifacts');
  const alone = join(shared, 'alone');
  mkdirSync(alone, { recursive: true });
  await inTurn(shared, async () => {
    if (existsSync(artifacts)) return;
    const { folder, serverless } = checkout();
    const { exitCode, output } = await serverless(
      'package',
      '--stage',
      'prod',
      ...[`issuers=${ISSUERS}`, 'signIn=on', `signInProvider=${PROVIDER}`].flatMap((param) => ['--param', param]),
    );
    if (exitCode !== 0) throw new Error(output);
    renameSync(join(folder, 'dist'), join(alone, 'dist'));
    renameSync(join(folder, '.serverless'), artifacts);
  });
  const file = join(artifacts, 'cloudformation-template-update-stack.json');
  const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
  return { template, artifacts, alone, evaluate: (module) => evaluate(alone, module) };
}

async function evaluate(folder: string, module: string): Promise<unknown> {
  const file = `./${randomUUID()}.mjs`;
  writeFileSync(join(folder, file), module);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `process.stdout.write(JSON.stringify((await import('${file}')).default))`],
    { cwd: folder, env: { LOG: 'off', AWS_REGION: 'us-east-1', ISSUERS: '[]' } },
  );
  return JSON.parse(stdout);
}

/** What a template holds of a type; another template than the one given may be named. */
export function resourcesOf(given: () => Template) {
  const ofType = <Properties>(type: string, { Resources } = given()): [string, Resource<Properties>][] =>
    Object.entries(Resources).filter(([, { Type }]) => Type === type) as [string, Resource<Properties>][];
  return {
    ofType,
    propertiesOf: <Properties>(type: string): Properties[] =>
      ofType<Properties>(type).map(([, resource]) => resource.Properties),
  };
}

/** For all tests of the file, or of the `describe` that calls this. */
export const usePackagedProduction = (): Packaged => onceForAll(packagedProduction);
