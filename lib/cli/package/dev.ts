/** `npm run dev`: `npm start` that starts again whenever the source changes. The data folder stays. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { START_OPTIONS } from '#lib/local/options';
import { onShutdown } from '#lib/local/process/shutdown';
import { watchFolders } from '#lib/local/process/watch-folders';
import { NODE_FLAGS } from '../../command/node-binary.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const START = join(ROOT, 'lib/local/start.ts');
const REQUIRE_NODE = new URL('../../local/require-node.mjs', import.meta.url).href;
/** Editors also write files of their own beside the one that is edited. */
const SOURCE = /\.(?:ts|tsx|mjs|js|css|html|json|yml|svg)$/;
/** One save makes several events, and a checkout of another branch many. */
const QUIET_MS = 50;

/** Returns a function that waits for the next changed file, and then until no other has changed for a moment. */
function watchSource(): () => Promise<string> {
  let onSource = (_path: string): void => undefined;
  watchFolders([join(ROOT, 'lib'), join(ROOT, 'functions')], (path) => {
    if (SOURCE.test(path)) onSource(relative(ROOT, path));
  });
  return () =>
    new Promise((resolve) => {
      let first: string | undefined;
      let timer: NodeJS.Timeout | undefined;
      onSource = (path) => {
        const changed = (first ??= path);
        clearTimeout(timer);
        timer = setTimeout(() => {
          resolve(changed);
        }, QUIET_MS);
      };
    });
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function serve(options: readonly string[]): Promise<void> {
  const nextChange = watchSource();
  // The secret of control operations stays the same from start to start.
  const secret = process.env['ALMANAC_SECRET'] ?? randomUUID();
  let stop = (): Promise<void> => Promise.resolve();
  let isEnding = false;
  onShutdown(() => {
    isEnding = true;
    return stop();
  });

  let changed: string | undefined;
  for (;;) {
    // A later start keeps what the first has made.
    const args = changed === undefined ? options : options.filter((option) => option !== '--fresh');
    const started = spawn(process.execPath, [...NODE_FLAGS, '--import', REQUIRE_NODE, START, ...args], {
      stdio: 'inherit',
      // In a group of its own: Ctrl-C reaches this process alone, which then stops the stack.
      detached: true,
      env: {
        ...process.env,
        ALMANAC_SECRET: secret,
        ALMANAC_PARENT: String(process.pid),
        ...(changed !== undefined && { ALMANAC_RESTARTED: 'yes' }),
      },
    });
    const ended = once(started, 'exit');
    stop = async () => {
      if (!isRunning(started)) return;
      started.kill('SIGTERM');
      await ended;
    };
    const change = nextChange();
    await Promise.race([ended, change]);
    if (!isRunning(started) && !isEnding) console.log('\nThe stack ended. It starts again when you change a file.');
    changed = await change;
    console.log(`\n${changed} changed: restarting.`);
    await stop();
  }
}

await program(
  'npm run dev',
  command({
    does: 'Runs `npm start`, and restarts it when a file in lib or functions changes. Keeps the data.',
    options: START_OPTIONS,
    example: '--port 9000 --data work',
    run: () => serve(process.argv.slice(2)),
  }),
);
