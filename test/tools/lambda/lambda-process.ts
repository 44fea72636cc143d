/**
 * Functions in child processes as Lambda runs them: environment, memory limit, and access only to their own files.
 * This file starts the process. In it, `loader.mjs` loads the handler and gets events from `runtime-endpoint.ts`, our
 * side of Lambda's runtime API.
 */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startRuntimeEndpoint, type Run } from './runtime-endpoint.ts';

export interface LambdaFunction {
  /** `calendarEvents` */
  readonly name: string;
  /** `dist/functions/calendar/events/index.handler` */
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** The template's variables, plus those that point to the servers of this machine. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Dependencies {
  /** The unpacked function: all that it can read. */
  readonly taskRoot: string;
  /** Its `/tmp`: all that it can write to. */
  readonly temporary: string;
  /** Also readable: a function that runs from its source needs the whole project. */
  readonly readable?: readonly string[];
  /** Where code is that was compiled before. V8 takes it in a process without limits of memory only. */
  readonly compiled?: string;
  /** More of Node's. Lambda gives `--expose-gc`, with which Node compiles its own modules anew: a third of its start. */
  readonly flags?: readonly string[];
}

export interface LambdaProcess {
  invoke(event: unknown): Promise<Run>;
  /** Lambda gives a function no processor time between two events. */
  freeze(): void;
  thaw(): void;
  /** At once, as Lambda ends a function after its timeout. */
  kill(): Promise<void>;
  /** Its standard output and standard error. */
  log(): string;
}

const LOADER = fileURLToPath(new URL('loader.mjs', import.meta.url));

/** The memory limits that Lambda's start script for Node gives V8. */
function memoryFlags(memoryMb: number): string[] {
  const youngMb = Math.floor(memoryMb / 10);
  return [
    `--max-semi-space-size=${String(Math.floor(youngMb / 2))}`,
    `--max-old-space-size=${String(memoryMb - youngMb)}`,
  ];
}

/** Newer versions of Node refuse connections, too, unless they are allowed; older ones do not know the flag. */
const NETWORK = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [];

/** Node refuses writes to the folder, even for root. Native libraries are not restricted. */
const permissionFlags = ({ taskRoot, temporary, readable = [], compiled = temporary }: Dependencies): string[] => [
  '--permission',
  '--allow-addons',
  ...NETWORK,
  ...[taskRoot, temporary, LOADER, ...readable].map((path) => `--allow-fs-read=${path}`),
  ...new Set([temporary, compiled].map((path) => `--allow-fs-write=${path}`)),
];

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
const lambdaEnvironment = (
  { name, handler, memoryMb, environment }: LambdaFunction,
  { taskRoot, temporary, compiled }: Dependencies,
) => ({
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/05/[$LATEST]local',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  // Servers of this machine use the access key as the caller's name.
  AWS_ACCESS_KEY_ID: name,
  AWS_SECRET_ACCESS_KEY: 'local',
  LAMBDA_TASK_ROOT: taskRoot,
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  TMPDIR: temporary,
  _HANDLER: handler,
  ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  ...environment,
});

/** The folder for temporary files of a Mac is a link to another: Node allows what is in the folder that is named. */
const withoutLinks = ({ taskRoot, temporary, ...rest }: Dependencies): Dependencies => ({
  ...rest,
  taskRoot: realpathSync(taskRoot),
  temporary: realpathSync(temporary),
});

export async function startLambda(target: LambdaFunction, named: Dependencies): Promise<LambdaProcess> {
  const dependencies = withoutLinks(named);
  const endpoint = await startRuntimeEndpoint(`arn:aws:lambda:us-east-1:000000000000:function:${target.name}`);
  const env = { ...lambdaEnvironment(target, dependencies), AWS_LAMBDA_RUNTIME_API: endpoint.address };
  const flags = [
    '--max-http-header-size=81920',
    ...(dependencies.flags ?? []),
    ...(dependencies.compiled === undefined ? memoryFlags(target.memoryMb) : []),
    ...permissionFlags(dependencies),
  ];
  const child = spawn(process.execPath, [...flags, LOADER], {
    cwd: dependencies.taskRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  // When this program ends, its functions end too.
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      process.off('exit', end);
      endpoint.abandon(new Error(`${target.name} ended with ${signal ?? String(code)}. ${log}`));
      resolve();
    });
  });
  return {
    invoke: (event) => endpoint.runEvent(event, Date.now() + target.timeoutSeconds * 1000),
    freeze: () => {
      child.kill('SIGSTOP');
    },
    thaw: () => {
      child.kill('SIGCONT');
    },
    log: () => log,
    async kill() {
      end();
      await ended;
      await endpoint.stop();
    },
  };
}
