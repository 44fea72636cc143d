import '#test/support/run/use-stage';
import { mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openCheckpoints } from '#lib/local/data-folder/checkpoints';
import { openDataFolder } from '#lib/local/data-folder/data-folder';
import { startStreams } from '#lib/local/streams/streams';
import { systemClock } from '#lib/runtime/process/clock';
import { documents } from '#lib/stores/dynamodb/client/client';
import { testStage } from '#test/support/run/test-stage';
import type { Orders } from './stream-process.ts';

const WRITES = ['PutCommand', 'UpdateCommand', 'DeleteCommand', 'BatchWriteCommand', 'TransactWriteCommand'];

function dieAfter(lastWrite: number): void {
  const send = documents.send.bind(documents) as (command: object) => Promise<unknown>;
  let writes = 0;
  Object.assign(documents, {
    send: async (command: object) => {
      const answer = await send(command);
      if (WRITES.includes(command.constructor.name) && (writes += 1) === lastWrite)
        process.kill(process.pid, 'SIGKILL');
      return answer;
    },
  });
}

/**
 * Hands the stream of the table that the environment names to one function. The program takes the stream's ARN, a
 * folder and orders.
 */
export function followStream(functionName: string): void {
  const [streamArn = '', folder = '', orders = '{}'] = process.argv.slice(2);
  const { aheadMs = 0, lastWrite } = JSON.parse(orders) as Orders;
  systemClock.now = () => new Date(Date.now() + aheadMs);
  if (lastWrite !== undefined) dieAfter(lastWrite);
  // Whoever is killed later has no other time for it.
  flushCompileCache();
  setInterval(flushCompileCache, 200).unref();
  mkdirSync(folder, { recursive: true });
  startStreams({
    functions: testStage.functions.filter((target) => target.name === functionName),
    tables: [{ logicalId: 'CalendarTable', name: process.env['CALENDAR_TABLE'] ?? '', streamArn }],
    checkpoints: openCheckpoints(openDataFolder(folder, { fresh: false })),
    discard: ({ reason }) => Promise.reject(new Error(reason)),
  });
}
