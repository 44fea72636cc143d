/** A process that keeps the copies of meetings alike, on the table that its environment names. Takes the stream's ARN and a folder. */
import { mkdirSync } from 'node:fs';
import { openCheckpoints } from '#lib/local/checkpoints';
import { openDataFolder } from '#lib/local/data-folder';
import { readDeployment } from '#lib/local/deployment';
import { startStreams } from '#lib/local/streams';

const [streamArn = '', folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { CALENDAR_TABLE: name = '' } = process.env;
startStreams({
  functions: readDeployment('test').functions.filter((target) => target.name === 'propagate'),
  tables: [{ logicalId: 'CalendarTable', name, streamArn }],
  checkpoints: openCheckpoints(openDataFolder(folder, { fresh: false })),
});
process.stdout.write('ready\n');
