/** Loaded before every test file that needs the stack, and before the programs that tests start: stores work on the database of the run. */
import { useDatabase } from '#lib/local/database/in-use';

useDatabase();
