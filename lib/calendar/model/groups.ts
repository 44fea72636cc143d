/** The groups of the stage and their members. */

export interface Group {
  readonly address: string;
  readonly members: readonly string[];
}

/** DynamoDB allows 400 KB per item, and counts three bytes for each string of a list. */
const MAX_BYTES = 390_000;

/** Whether one item can hold them. */
export const fitIntoGroup = (members: readonly string[]): boolean =>
  members.reduce((sum, email) => sum + Buffer.byteLength(email) + 3, 0) <= MAX_BYTES;

/** All groups of a stage, by group and by member. */
export interface Groups {
  /** Undefined when the address is no group. */
  membersOf(address: string): readonly string[] | undefined;
  groupsOf(email: string): readonly string[];
}

export function groupsFrom(groups: readonly Group[]): Groups {
  const members = new Map(groups.map((group) => [group.address, group.members]));
  const memberships = new Map<string, string[]>();
  for (const group of groups) {
    for (const email of group.members) {
      const known = memberships.get(email);
      if (known === undefined) memberships.set(email, [group.address]);
      else known.push(group.address);
    }
  }
  return { membersOf: (address) => members.get(address), groupsOf: (email) => memberships.get(email) ?? [] };
}
