/** What people cannot do through the calendar's protocol: change a user's settings. */
import { parseArgs } from 'node:util';
import { newUser } from '#lib/calendar/open';
import { objectionTo } from '#lib/calendar/settings';
import { CannotStart } from '#lib/local/cannot-start';
import { program } from './program.ts';
import { useStage } from './use-stage.ts';

const USAGE = `Usage: npm run --silent calendar -- setting EMAIL ID VALUE
       such as: npm run calendar -- setting ann@example.com weekStart 1
Where: [--data DIR] for the stack that runs on this machine, or --stage NAME for a deployed one.`;

/** Clients learn of it as of any change: by their next sync, and through the channels that watch the settings. */
async function setSetting([address = '', id = '', value = '', ...rest]: readonly string[]): Promise<void> {
  if (!/^\S+@\S+$/.test(address) || rest.length > 0) throw new CannotStart('Whose setting? EMAIL, ID and VALUE are needed.');
  const objection = objectionTo(id, value);
  if (objection !== undefined) throw new CannotStart(objection);
  const { calendar } = await import('#lib/runtime/calendar');
  const { users } = calendar.stores;
  const email = address.toLowerCase();
  const atMs = calendar.clock.now().getTime();
  await users.provision(newUser(email, atMs));
  const isChanged = await users.changeSetting(email, id, value, atMs);
  console.log(isChanged ? `${id} of ${email} is now ${value}.` : `${id} of ${email} was ${value} already.`);
}

const VERBS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = { setting: setSetting };

await program(USAGE, async (args) => {
  const options = { data: { type: 'string', default: '.almanac' }, stage: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [verb = '', ...rest] = positionals;
  const run = VERBS[verb];
  if (run === undefined) throw new CannotStart(`${Object.keys(VERBS).join(' or ')}, not '${verb}'.`);
  useStage(values);
  await run(rest);
});
