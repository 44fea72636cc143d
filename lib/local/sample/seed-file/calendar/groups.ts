/** Groups of a seed: whom rules and free/busy mean by the address of a group. */
import { forgetRemembered } from '#lib/api/process/remembered';
import { foldAddress } from '#lib/api/text/address';
import { isAddress } from '#lib/calendar/access/acl-rule';
import { fitIntoGroup, type Group } from '#lib/calendar/model/groups';
import type { GroupStore } from '#lib/calendar/stores/groups';
import type { Findings } from '#lib/local/sample/seed-file/form/problem';
import type { Seed } from '#lib/local/sample/seed-file/form/schema';

export const planGroups = ({ groups = {} }: Seed, found: Findings): Group[] =>
  Object.entries(groups).map(([name, members]) => {
    const path = ['groups', name];
    const address = foldAddress(name);
    if (!isAddress(address)) found.add(path, `'${name}' is not the address of a group.`);
    if (!fitIntoGroup(members)) found.add(path, 'A group has at most 390 KB of addresses.');
    for (const [index, member] of members.entries())
      if (!isAddress(foldAddress(member))) found.add([...path, index], `'${member}' is not an address.`);
    return { address, members: members.map(foldAddress) };
  });

/** They count at once on this stack, which would otherwise notice within a minute. */
export async function applyGroups(groups: readonly Group[], store: GroupStore): Promise<void> {
  if (groups.length === 0) return;
  await store.replace(groups);
  forgetRemembered();
}

export const exportGroups = (groups: readonly Group[]): Record<string, string[]> =>
  Object.fromEntries(groups.map(({ address, members }) => [address, [...members]]));
