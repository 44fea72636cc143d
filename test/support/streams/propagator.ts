/** A process that keeps the copies of meetings alike. */
import '#test/support/run/use-stage';
import '#functions/streams/propagate';
import { followStream } from './follow-stream.ts';

followStream('propagate');
process.stdout.write('ready\n');
