/** A process with the two functions that send messages. */
import '#test/support/run/use-stage';
import { handler as deliver } from '#functions/schedules/deliver-notifications';
import '#functions/streams/notify';
import { underRole } from '#test/support/run/under-role';
import { followStream } from './follow-stream.ts';

followStream('notify');
const schedule = underRole('deliverNotifications', deliver);
// Runs may overlap, as they may in a stage.
setInterval(() => void schedule().catch(console.error), 1_000);
process.stdout.write('ready\n');
