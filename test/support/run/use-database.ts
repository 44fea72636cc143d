/** Loaded before a program (`--import`) that would look for a deployed stage: its stores use the database of this run. */
import { useDatabase } from '#lib/local/database/current-database';

useDatabase();
