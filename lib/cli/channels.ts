/** Shows operators what waits or was given up of push messages, changes and letters, and tries it again. */
import { parseArgs } from 'node:util';
import { isLive } from '#lib/calendar/channel';
import { revive, type Outbox } from '#lib/calendar/push/outbox';
import { update, type Push } from '#lib/calendar/push/push';
import { CannotStart } from '#lib/local/cannot-start';
import type { DiscardedStore } from '#lib/stores/s3/discarded-records';
import { counted, tell } from './channel-list.ts';
import { program } from './program.ts';
import { asksForMail, workAgain } from './retry-discarded.ts';
import { retryLetters } from './retry-letters.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent channels -- list
       push messages that wait for another attempt, those that were given up, changes that a function failed on,
       and letters that were refused or of which nobody can say whether they were sent
   or: npm run --silent channels -- retry [CHANNEL]
       makes the messages of one channel due at once, or of all; the schedule sends them within a minute.
       Without CHANNEL, changes that were put aside are worked on again as well.
   or: npm run --silent channels -- retry --letter LETTER|all
       sends a letter that was set aside, or all of them; one that did arrive then arrives again.
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME for a deployed one (AWS credentials as usual),
       with [--bucket NAME] where its bucket has a name of its own and [--mail-sender ADDRESS] as the stage has it.`;

async function retryMessages(outboxes: readonly Outbox[], channelId: string | undefined, push: Push): Promise<void> {
  if (channelId !== undefined && outboxes.every(({ channel }) => channel.id !== channelId)) throw new CannotStart(`There is no channel '${channelId}'.`);
  const chosen = outboxes.filter(({ channel, waiting, dead }) => (channelId === undefined || channel.id === channelId) && waiting.length + dead.length > 0);
  for (const outbox of chosen) await update(outbox, (current) => revive(current, Date.now()), push);
  const messages = chosen.reduce((sum, { waiting, dead }) => sum + waiting.length + dead.length, 0);
  console.log(messages === 0 ? 'No message waits.' : `${counted(messages, 'message')} of ${counted(chosen.length, 'channel')} due now: the schedule sends within a minute.`);
}

async function retryChanges(discarded: DiscardedStore, mayMail: boolean): Promise<void> {
  for (const one of await discarded.list()) {
    const objection = asksForMail(one) && !mayMail ? 'letters are among them: name the sender of the stage with --mail-sender' : await workAgain(one);
    const what = `${counted(one.records.length, 'change')} for ${one.functionName}`;
    if (objection === undefined) await discarded.remove(one.key);
    else process.exitCode = 1;
    console.log(objection === undefined ? `${what}: done.` : `${what}: kept, ${objection}.`);
  }
}

await program(USAGE, async (args) => {
  const options = { data: { type: 'string', default: '.almanac' }, stage: { type: 'string' }, bucket: { type: 'string' }, 'mail-sender': { type: 'string' }, letter: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [verb, channelId] = positionals;
  if (verb !== 'list' && verb !== 'retry') throw new CannotStart(`list or retry, not '${verb ?? ''}'.`);
  useStage(values);
  const sender = values['mail-sender'];
  if (sender !== undefined) process.env['MAIL_SENDER'] = sender;
  // Not before: these read the environment of the stage when they are loaded.
  const [{ push }, { guests }, { config }, { objects }, { s3DiscardedRecords }] = await Promise.all([
    import('#lib/runtime/push'),
    import('#lib/runtime/guests'),
    import('#lib/runtime/config'),
    import('#lib/stores/s3/client'),
    import('#lib/stores/s3/discarded-records'),
  ]);
  if (verb === 'retry' && values.letter !== undefined) {
    await retryLetters(values.letter, guests);
    return;
  }
  const discarded = s3DiscardedRecords(objects, config.bucket);
  const live = (await push.stores.channels.list()).filter(({ channel }) => isLive(channel, Date.now()));
  if (verb === 'retry') {
    await retryMessages(live, channelId, push);
    if (channelId === undefined) await retryChanges(discarded, values.stage === undefined || sender !== undefined);
    return;
  }
  const { lines, summary } = tell({ outboxes: live, discarded: await discarded.list(), letters: await guests.stores.letters.listSetAside() }, Date.now());
  for (const line of lines) console.log(line);
  console.error(summary);
});
