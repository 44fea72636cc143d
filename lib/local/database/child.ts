import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { StartupError } from '#lib/command/startup-error';

export interface Child {
  /** Resolves when the process has ended, with the end of its standard error. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** Starts a process that does not outlive this one, even when this one is killed with SIGKILL. */
export function startChild(command: readonly string[], { cwd }: { readonly cwd?: string } = {}): Child {
  // Its own process group: Ctrl-C reaches only the parent, which stops its children in order.
  const guard = spawn(process.execPath, [GUARD, ...command], {
    cwd,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let lastWords = '';
  guard.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
  });
  const ended = new Promise<string>((resolve) => {
    guard.on('close', () => {
      resolve(lastWords.trim());
    });
  });
  guard.stdin.on('error', () => undefined);
  return {
    ended,
    async stop() {
      guard.stdin.end();
      await ended;
    },
  };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => {
          if (address === null || typeof address === 'string') reject(new Error('No port was given.'));
          else resolve(address.port);
        });
      });
  });
}

/** Whether something listens on a port of this machine. */
const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', settle(true)).on('error', settle(false));
  });

/** Resolves once the child accepts connections; rejects with its error output when it ends before that. */
export async function waitUntilListening(child: Child, port: number, name: string): Promise<void> {
  let lastWords: string | undefined;
  void child.ended.then((words) => {
    lastWords = words;
  });
  while (!(await isListening(port))) {
    if (lastWords !== undefined) throw new StartupError(`${name} did not start. ${lastWords}`.trim());
    await pause(20);
  }
}
