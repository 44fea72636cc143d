/** `npm run channels`: lists pending and discarded push messages, changes and letters, and retries them. */
import { counted } from '#lib/api/text/counted';
import { isLive } from '#lib/calendar/model/channel';
import type { Outbox } from '#lib/calendar/model/outbox';
import type { Options, Values } from '#lib/command/command';
import { program } from '#lib/command/program';
import type { DiscardedStore } from '#lib/stores/s3/discarded-records';
import { describePending } from './channels/channel-list.ts';
import { mayNeedMail, processAgain } from './channels/retry-discarded.ts';
import { retryLetters } from './channels/retry-letters.ts';
import { retryMessages } from './channels/retry-messages.ts';
import { BUCKET_OPTION, stageCommand, STAGE_OPTIONS } from './stage/use-stage.ts';

const OPTIONS = {
  ...STAGE_OPTIONS,
  ...BUCKET_OPTION,
  'mail-sender': { type: 'string', value: 'ADDRESS', does: 'the sender address of the stage' },
} as const satisfies Options;

async function retryChanges(discarded: DiscardedStore, mayMail: boolean): Promise<void> {
  for (const one of await discarded.list()) {
    const objection =
      mayNeedMail(one) && !mayMail
        ? 'letters are among them: name the sender of the stage with --mail-sender'
        : await processAgain(one);
    const what = `${counted(one.records.length, 'change')} for ${one.functionName}`;
    if (objection === undefined) await discarded.remove(one.key);
    else process.exitCode = 1;
    console.log(objection === undefined ? `${what}: done.` : `${what}: kept, ${objection}.`);
  }
}

async function openQueues(values: Values<typeof OPTIONS>) {
  const sender = values['mail-sender'];
  if (sender !== undefined) process.env['MAIL_SENDER'] = sender;
  // Load late: these read the stage's environment when they are loaded.
  const [{ push }, { posting }, { bucket }, { s3DiscardedRecords }] = await Promise.all([
    import('#lib/runtime/calendar/push'),
    import('#lib/runtime/calendar/mail'),
    import('#lib/runtime/bucket'),
    import('#lib/stores/s3/discarded-records'),
  ]);
  const openOutboxes = async (): Promise<Outbox[]> =>
    (await push.stores.channels.list()).filter(({ channel }) => isLive(channel, Date.now()));
  return { push, posting, discarded: s3DiscardedRecords(bucket), openOutboxes };
}

async function list(values: Values<typeof OPTIONS>): Promise<void> {
  const { posting, discarded, openOutboxes } = await openQueues(values);
  const left = {
    outboxes: await openOutboxes(),
    discarded: await discarded.list(),
    letters: await posting.stores.letters.listSetAside(),
  };
  const { lines, summary } = describePending(left, Date.now());
  for (const line of lines) console.log(line);
  console.error(summary);
}

async function retry(values: Values<typeof OPTIONS>, channelId: string | undefined): Promise<void> {
  const { push, discarded, openOutboxes } = await openQueues(values);
  await retryMessages(await openOutboxes(), channelId, push);
  if (channelId === undefined)
    await retryChanges(discarded, values.stage === undefined || values['mail-sender'] !== undefined);
}

await program('npm run --silent channels', {
  does: 'Lists push messages, changes and letters that are waiting or failed, and tries them again.',
  verbs: {
    list: stageCommand({
      does: 'lists messages that are waiting or were given up, changes that a function could not process, and letters set aside',
      options: OPTIONS,
      example: '',
      run: list,
    }),
    retry: stageCommand({
      does: 'sends the messages of one channel, or of all, now, and retries changes that were set aside',
      takes: '[CHANNEL]',
      options: {
        letter: {
          type: 'string',
          value: 'LETTER|all',
          does: 'sends a letter that was set aside, or all; the receiver may get it twice',
        },
        ...OPTIONS,
      },
      example: '--letter all',
      run: async ({ letter, ...values }, [channelId]) =>
        letter === undefined ? retry(values, channelId) : retryLetters(letter, (await openQueues(values)).posting),
    }),
  },
});
