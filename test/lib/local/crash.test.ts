import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { newFolder } from '#test/support/run/folders/new-folder';
import { answers, startStackProcess, type StackProcess } from '#test/support/stack/stack-process';

const WRITERS = 4;
const ENOUGH = 25;

const tokenOf = ({ output }: StackProcess): string => /Bearer ([\w.-]+)/.exec(output)?.[1] ?? '';

let last: StackProcess;
const dataDir = newFolder();
afterEach(async () => {
  last.child.kill('SIGTERM');
  await last.ended;
});

/** Creates calendars until the server is gone; collects the ids of those that it acknowledged. */
async function write(stack: StackProcess, acknowledged: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(stack)}`, 'content-type': 'application/json' };
  for (;;) {
    const body = JSON.stringify({ summary: `after ${String(acknowledged.length)} others` });
    try {
      const response = await fetch(`${stack.endpoints.gateway}calendar/v3/calendars`, {
        method: 'POST',
        headers,
        body,
      });
      acknowledged.push(((await response.json()) as { id: string }).id);
    } catch {
      return;
    }
  }
}

describe('npm start, killed with SIGKILL while it writes', () => {
  test('leaves no server behind, and has everything it acknowledged when it starts again', async () => {
    const first = await startStackProcess(dataDir, '--empty');
    last = first;
    const acknowledged: string[] = [];
    const writers = Array.from({ length: WRITERS }, () => write(first, acknowledged));
    await eventually(() => acknowledged.length >= ENOUGH);

    first.child.kill('SIGKILL');

    await Promise.all(writers);
    const { gateway, s3 } = first.endpoints;
    await eventually(async () => !(await Promise.all([gateway, s3].map((url) => answers(url)))).includes(true));

    last = await startStackProcess(dataDir, '--empty');
    const headers = { authorization: `Bearer ${tokenOf(last)}` };
    const found = await Promise.all(
      acknowledged.map((id) =>
        fetch(`${last.endpoints.gateway}calendar/v3/calendars/${encodeURIComponent(id)}`, { headers }),
      ),
    );
    expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH);
    expect(found.map(({ status }) => status)).toEqual(acknowledged.map(() => 200));
  });
});
