/** A process with the two functions that send messages, on the table that its environment names. Takes the stream's ARN and a folder. */
import { mkdirSync } from 'node:fs';
import { handler as deliver } from '#functions/schedules/deliver-notifications';
import { openCheckpoints } from '#lib/local/checkpoints';
import { openDataFolder } from '#lib/local/data-folder';
import { readDeployment } from '#lib/local/deployment';
import { startStreams } from '#lib/local/streams';

const [streamArn = '', folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { CALENDAR_TABLE: name = '' } = process.env;
startStreams({
  functions: readDeployment('test').functions.filter((target) => target.name === 'notify'),
  tables: [{ logicalId: 'CalendarTable', name, streamArn }],
  checkpoints: openCheckpoints(openDataFolder(folder, { fresh: false })),
});
// Runs may overlap, as they may in a stage.
setInterval(() => void deliver().catch(console.error), 1_000);
process.stdout.write('ready\n');
