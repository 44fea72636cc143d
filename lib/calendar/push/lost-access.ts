import { NEEDS, ruleIdsFor } from '#lib/calendar/access/permissions';
import type { Topic } from '#lib/calendar/model/channel';
import { atLeast, highest } from '#lib/calendar/model/roles';
import type { Watcher } from '#lib/calendar/stores/channels';
import type { Push } from './push.ts';

/** The watchers who may no longer watch a calendar's events or rules. */
export async function withoutAccess(
  { what, of }: Topic,
  watchers: readonly Watcher[],
  { stores }: Push,
): Promise<Set<string>> {
  const permission = what === 'acl' ? 'acl.watch' : 'events.watch';
  const emails = [...new Set(watchers.map(({ email }) => email))];
  const groups = await stores.groups.latest();
  const keeps = await Promise.all(
    emails.map(async (email) => {
      const { calendar, rules } = await stores.calendars.view(of, email, ruleIdsFor(email, groups));
      return (
        calendar !== undefined &&
        calendar.isRemoved !== true &&
        atLeast(highest(rules.map(({ role }) => role)), NEEDS[permission].role)
      );
    }),
  );
  return new Set(emails.filter((_email, index) => keeps[index] === false));
}
