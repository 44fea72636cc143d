import { describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runLoad } from '#test/tools/load/run';

const SECONDS = 4;
const CLIENTS = 4;

const dataDir = newFolder();

const did = (operations: readonly { readonly operation: string }[], prefix: string): boolean =>
  operations.some(({ operation }) => operation.startsWith(prefix));

describe('a local stack under a mix of clients', () => {
  test('loses nothing, doubles nothing and tells every channel', async () => {
    const { findings, operations, messages } = await runLoad({
      seconds: SECONDS,
      clients: CLIENTS,
      kills: 0,
      faults: 0,
      seed: 1,
      dataDir,
    });

    expect(findings).toEqual([]);
    expect(messages).toBeGreaterThan(0);
    for (const prefix of [
      'calendar.events.insert',
      'calendar.events.list (sync)',
      'books.',
      'doubleclicksearch.conversion',
    ])
      expect([prefix, did(operations, prefix)]).toEqual([prefix, true]);
  });

  test('keeps what it acknowledged when one call in ten goes wrong and it is killed in between', async () => {
    const { findings, operations } = await runLoad({
      seconds: SECONDS,
      clients: CLIENTS,
      kills: 1,
      faults: 0.1,
      seed: 2,
      dataDir,
    });

    expect(findings).toEqual([]);
    expect(did(operations, 'calendar.events.insert')).toBe(true);
  });
});
