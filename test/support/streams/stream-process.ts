import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Table } from '#lib/local/database/table';
import { QUICK_START } from '#test/support/stack/run-program';

const ROOT = join(import.meta.dirname, '../../..');

export interface Orders {
  /** Its clock is ahead by so much: what a process that was killed still holds is free again. */
  readonly aheadMs?: number;
  /**
   * It kills itself after so many writes to the database, when the last one has taken place and nothing has heard so.
   */
  readonly lastWrite?: number;
}

/** A program that follows a table's stream in a process of its own, until it is killed. */
export interface StreamProcess {
  start(orders?: Orders): Promise<void>;
  kill(): Promise<void>;
  /** Resolves when it has been killed, by itself or by somebody else. */
  killed(): Promise<void>;
}

/** `folder` is where it remembers how far it came. */
export function streamProcess(
  program: string,
  table: Table,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): StreamProcess {
  let child: ChildProcess | undefined;
  let killed = Promise.resolve();
  return {
    async start(orders = {}) {
      const env = { ...process.env, ...QUICK_START, CALENDAR_TABLE: table.name, ...more };
      const started = spawn(process.execPath, [program, table.streamArn ?? '', folder, JSON.stringify(orders)], {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      killed = once(started, 'exit').then(([code, signal]) => {
        if (signal !== 'SIGKILL') throw new Error(`${program} ended with ${String(code ?? signal)}.`);
      });
      await Promise.race([once(started.stdout, 'data'), killed]);
    },
    async kill() {
      if (child?.kill('SIGKILL') === true) await killed;
    },
    killed: () => killed,
  };
}
