/** Runs before every test file that needs the stack: its stores work on the database of the run. */
import { useDatabase } from '#lib/local/database/in-use';

useDatabase();
