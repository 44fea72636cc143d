import './use-stage.ts';
import { mkdirSync } from 'node:fs';
import { openCheckpoints } from '#lib/local/checkpoints';
import { openDataFolder } from '#lib/local/data-folder';
import { readDeployment } from '#lib/local/deployment';
import { startStreams } from '#lib/local/streams';

/** Hands the stream of the table that the environment names to one function. The program takes the stream's ARN and a folder. */
export function followStream(functionName: string): void {
  const [streamArn = '', folder = ''] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  startStreams({
    functions: readDeployment('test').functions.filter((target) => target.name === functionName),
    tables: [{ logicalId: 'CalendarTable', name: process.env['CALENDAR_TABLE'] ?? '', streamArn }],
    checkpoints: openCheckpoints(openDataFolder(folder, { fresh: false })),
    discard: ({ reason }) => Promise.reject(new Error(reason)),
  });
}
