import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Table } from '#lib/local/database/tables';

const ROOT = join(import.meta.dirname, '../..');

/** A program that follows a table's stream in a process of its own, until it is killed. */
export interface StreamProcess {
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** `folder` is where it remembers how far it came. */
export function streamProcess(program: string, table: Table, folder: string, more: Readonly<Record<string, string>> = {}): StreamProcess {
  let child: ChildProcess | undefined;
  return {
    async start() {
      const env = { ...process.env, CALENDAR_TABLE: table.name, ...more };
      const started = spawn(process.execPath, [program, table.streamArn ?? '', folder], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      await new Promise((resolve) => started.stdout.once('data', resolve));
    },
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      if (child?.kill('SIGKILL') === true) await ended;
    },
  };
}
