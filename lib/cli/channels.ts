/** Shows operators which messages wait or were given up, and sends them again. */
import { parseArgs } from 'node:util';
import { isLive } from '#lib/calendar/channel';
import { revive, type Outbox } from '#lib/calendar/push/outbox';
import { update, type Push } from '#lib/calendar/push/push';
import { CannotStart } from '#lib/local/cannot-start';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent channels -- list
       messages that wait for another attempt, and dead letters: channel, number, state, what is watched, receiver, attempts, what is next
   or: npm run --silent channels -- retry [CHANNEL]
       makes them due at once, dead letters included; the schedule sends them within a minute
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME for a deployed one (AWS credentials as usual).`;

const timeOf = (ms: number): string => new Date(ms).toISOString();

/** A line for each message. Tokens and paths of receivers may be secrets: they are not shown. */
function linesOf({ channel, waiting, dead }: Outbox): string[] {
  const line = ({ number, state, attempts }: { number: number; state: string; attempts: number }, next: string): string =>
    [channel.id, number, state, `${channel.topic.what} of ${channel.topic.of}`, new URL(channel.address).origin, `${String(attempts)} attempts`, next].join('\t');
  return [
    ...waiting.map((message) => line(message, `due ${timeOf(message.dueAtMs)}`)),
    ...dead.map((letter) => line(letter, `dead since ${timeOf(letter.diedAtMs)}: ${letter.reason}`)),
  ];
}

function list(outboxes: readonly Outbox[]): void {
  const lines = outboxes.flatMap(linesOf);
  for (const line of lines) console.log(line);
  console.error(`${String(lines.length)} messages of ${String(outboxes.length)} channels.`);
}

async function retry(outboxes: readonly Outbox[], channelId: string | undefined, push: Push): Promise<void> {
  if (channelId !== undefined && outboxes.every(({ channel }) => channel.id !== channelId)) throw new CannotStart(`There is no channel '${channelId}'.`);
  const chosen = outboxes.filter(({ channel, waiting, dead }) => (channelId === undefined || channel.id === channelId) && waiting.length + dead.length > 0);
  for (const outbox of chosen) await update(outbox, (current) => revive(current, Date.now()), push);
  const messages = chosen.flatMap(linesOf).length;
  console.log(`${String(messages)} messages of ${String(chosen.length)} channels are due now. The schedule sends them within a minute.`);
}

await program(USAGE, async (args) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { data: { type: 'string', default: '.almanac' }, stage: { type: 'string' } } });
  const [verb, channelId] = positionals;
  if (verb !== 'list' && verb !== 'retry') throw new CannotStart(`list or retry, not '${verb ?? ''}'.`);
  useStage(values);
  // Not before: this reads the environment of the stage when it is loaded.
  const { push } = await import('#lib/runtime/push');
  const live = (await push.stores.channels.list()).filter(({ channel }) => isLive(channel, Date.now()));
  if (verb === 'list') list(live);
  else await retry(live, channelId, push);
});
