/** A process with the two functions that letters go through. */
import '#test/support/run/use-stage';
import { handler as sendLetters } from '#functions/queues/send-letters';
import '#functions/streams/propagate';
import { underRole } from '#test/support/run/under-role';
import { followStream } from './follow-stream.ts';

followStream('propagate');
const schedule = underRole('sendLetters', sendLetters);
// Runs may overlap, as they may in a stage.
setInterval(() => void schedule().catch(console.error), 500);
process.stdout.write('ready\n');
