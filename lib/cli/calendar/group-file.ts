/** Reads groups from a file: JSON with members per group, or CSV with the columns group and member. */
import { parse } from 'csv-parse/sync';
import { foldAddress } from '#lib/api/text/address';
import { isAddress } from '#lib/calendar/access/acl-rule';
import { fitIntoGroup, type Group } from '#lib/calendar/model/groups';
import { StartupError } from '#lib/command/startup-error';

export interface GroupFile {
  readonly groups: readonly Group[];
  /** What cannot be used, and where it is in the file. */
  readonly problems: readonly string[];
}

class GroupCollector {
  readonly #members = new Map<string, Set<string>>();
  readonly problems: string[] = [];
  /** Groups declared without members, unlike groups whose members are all invalid. */
  readonly emptied = new Set<Set<string>>();

  /** Undefined if it is not a valid group address. */
  group(text: string, place: string): Set<string> | undefined {
    const address = foldAddress(text.trim());
    if (!isAddress(address)) this.problems.push(`${place}: '${text}' is not the address of a group.`);
    else if (!this.#members.has(address)) this.#members.set(address, new Set());
    return this.#members.get(address);
  }

  member(members: Set<string>, text: unknown, place: string): void {
    const email = typeof text === 'string' ? foldAddress(text.trim()) : '';
    if (isAddress(email)) members.add(email);
    else this.problems.push(`${place}: ${JSON.stringify(text)} is not an address.`);
  }

  file(): GroupFile {
    const complete = [...this.#members].filter(([, members]) => members.size > 0 || this.emptied.has(members));
    const groups = complete.map(([address, members]) => ({ address, members: [...members] }));
    const tooBig = groups.filter(({ members }) => !fitIntoGroup(members));
    const refusals = tooBig.map(
      ({ address, members }) =>
        `${address}: ${String(members.length)} members are more than fit into one group (about 390 KB of addresses).`,
    );
    return { groups: groups.filter((group) => !tooBig.includes(group)), problems: [...this.problems, ...refusals] };
  }
}

function readJson(text: string): GroupFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new StartupError(`This is not JSON: ${String(error)}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new StartupError('An object of groups is expected: { "team@example.com": ["ann@example.com"] }');
  }
  const collected = new GroupCollector();
  for (const [address, members] of Object.entries(content) as [string, unknown][]) {
    const group = collected.group(address, 'groups');
    if (group === undefined) continue;
    if (!Array.isArray(members)) collected.problems.push(`${address}: its members are not a list.`);
    else if (members.length === 0) collected.emptied.add(group);
    else for (const member of members) collected.member(group, member, address);
  }
  return collected.file();
}

const HEADER = /^\s*group\s*,\s*member\s*$/i;

function readCsv(text: string): GroupFile {
  const collected = new GroupCollector();
  parse(text, {
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record(cells: readonly string[], { lines }) {
      const [address = '', member = '', ...rest] = cells;
      const place = `line ${String(lines)}`;
      if (lines === 1 && HEADER.test(cells.join())) return null;
      if (member === '' || rest.length > 0) collected.problems.push(`${place}: a group and a member are expected.`);
      else {
        const group = collected.group(address, place);
        if (group !== undefined) collected.member(group, member, place);
      }
      return null;
    },
  });
  return collected.file();
}

/** In JSON a group may be declared without members; a CSV file cannot express that. */
export const readGroupFile = (text: string): GroupFile => (/^\s*[[{]/.test(text) ? readJson(text) : readCsv(text));
