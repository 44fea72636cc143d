/** The schedule of reports in a process of its own: makes what is due, then ends. */
import './use-database.ts';
import { pollOnce } from './report-service.ts';

await pollOnce();
