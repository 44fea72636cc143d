/** Channels of a seed. They are opened last, so that they tell of nothing that the seed itself writes. */
import { foldAddress } from '#lib/api/text/address';
import type { ReceiverRules, Topic } from '#lib/calendar/model/channel';
import { newChannel } from '#lib/calendar/push/new-channel';
import { openChannel } from '#lib/calendar/push/watch';
import type { Findings } from '#lib/local/sample/seed-file/form/problem';
import type { Seed, SeedChannel } from '#lib/local/sample/seed-file/form/schema';
import { readSeedInstant, TIME_FORMS } from '#lib/local/sample/seed-file/form/seed-time';
import type { ActingAs } from './apply-calendars.ts';
import { calendarIdOf } from './calendar-plan.ts';

export interface ChannelPlan {
  readonly email: string;
  readonly topic: Topic;
  readonly url: string;
  readonly body: {
    readonly id: string;
    readonly type: string;
    readonly address: string;
    token?: string;
    expiration?: string;
  };
}

function planChannel({
  user = '',
  watch = 'events',
  calendar,
  id = '',
  address = '',
  token,
}: SeedChannel): ChannelPlan {
  const email = foldAddress(user);
  const ofCalendar = calendar === undefined || calendar === 'primary' ? email : calendarIdOf(calendar);
  const isOfCalendar = watch === 'events' || watch === 'acl';
  const of = isOfCalendar ? ofCalendar : email;
  const path = isOfCalendar ? `calendars/${encodeURIComponent(of)}/${watch}` : `users/me/${watch}`;
  const body = { id, type: 'web_hook', address, ...(token !== undefined && { token }) };
  return { email, topic: { what: watch, of }, url: `/calendar/v3/${path}/watch`, body };
}

export function planChannels(
  { channels = [] }: Seed,
  nowMs: number,
  rules: ReceiverRules,
  found: Findings,
): ChannelPlan[] {
  return channels.map((channel, index) => {
    const path = ['channels', index];
    const { body, ...plan } = planChannel(channel);
    const { expiration } = channel;
    const endMs = expiration === undefined ? undefined : readSeedInstant(expiration, { nowMs, timeZone: 'UTC' });
    if (expiration !== undefined && endMs === undefined)
      found.add([...path, 'expiration'], `'${expiration}' is no time: ${TIME_FORMS}.`);
    const whole = { ...body, ...(endMs !== undefined && { expiration: String(endMs) }) };
    const watched = { topic: plan.topic, resourceUri: '' };
    found.ask(path, () => newChannel(whole, watched, { email: plan.email, clientId: undefined }, nowMs, rules));
    return { ...plan, body: whole };
  });
}

/** A channel with the id of a live one stays as it is. */
export async function applyChannels(
  plans: readonly ChannelPlan[],
  actingAs: ActingAs,
  rules: ReceiverRules,
): Promise<void> {
  for (const { email, topic, url, body } of plans) {
    const context = actingAs(email);
    if ((await context.stores.channels.find(body.id)) !== undefined) continue;
    await openChannel({ topic, body, parameters: [] }, { ...context, request: { ...context.request, url } }, rules);
  }
}
