/** The schedule of reports in a process of its own: makes what is due, then ends. */
import '#test/support/run/use-stage';
import { pollOnce } from './report-service.ts';

await pollOnce();
