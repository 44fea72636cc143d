/**
 * Runs a program of the project on a running stack's folder, and kills its own process before one of its writes to the
 * database. Takes the folder, the number of writes before, and the program with its arguments.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openStage } from '#lib/local/open-stage';
import { wrapCalls } from '#lib/stores/dynamodb/client/call-wrappers';

const [folder = '', writes = '0', file = '', ...args] = process.argv.slice(2);
const WRITES = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/;

await openStage(folder);
// Loaded late: it reads the environment of the stage.
const { documents } = await import('#lib/stores/dynamodb/client/client');
let left = Number(writes);
wrapCalls(documents, (name, _input, call) => {
  if (!WRITES.test(name)) return call();
  left -= 1;
  if (left < 0) process.kill(process.pid, 'SIGKILL');
  return call();
});
process.argv = [process.execPath, file, ...args];
await import(pathToFileURL(join(import.meta.dirname, '../../..', file)).href);
