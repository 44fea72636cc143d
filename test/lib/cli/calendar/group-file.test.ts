import { describe, expect, test } from '@jest/globals';
import { readGroupFile } from '#lib/cli/calendar/group-file';

const TEAM = { address: 'team@example.com', members: ['ann@example.com', 'bob@example.com'] };

describe('a file of groups', () => {
  test.each([
    ['JSON', '{ "team@example.com": ["ann@example.com", "bob@example.com"] }'],
    ['CSV', 'team@example.com,ann@example.com\nteam@example.com,bob@example.com\n'],
    ['CSV with a header', 'Group, Member\nteam@example.com,ann@example.com\nteam@example.com,bob@example.com'],
    [
      'capitals, spaces and repetitions',
      'TEAM@example.com , ann@example.com\n\nteam@example.com,"Ann@Example.com"\nteam@example.com,bob@example.com',
    ],
  ])('is read from %s', (_name, text) => {
    expect(readGroupFile(text)).toEqual({ groups: [TEAM], problems: [] });
  });

  test('in JSON can say that a group has nobody', () => {
    expect(readGroupFile('{ "team@example.com": [] }').groups).toEqual([{ address: 'team@example.com', members: [] }]);
  });

  test('tells what it cannot use by line, and keeps the rest', () => {
    const text =
      'team@example.com,ann@example.com\nteam,bob@example.com\nteam@example.com\nteam@example.com,nobody\nteam@example.com,bob@example.com\na@example.com,b@example.com,c@example.com';

    expect(readGroupFile(text)).toEqual({
      groups: [TEAM],
      problems: [
        "line 2: 'team' is not the address of a group.",
        'line 3: a group and a member are expected.',
        'line 4: "nobody" is not an address.',
        'line 6: a group and a member are expected.',
      ],
    });
  });

  test('tells what it cannot use by group, and does not empty a group because of it', () => {
    expect(readGroupFile('{ "team@example.com": [7], "nobody": [], "other@example.com": "ann@example.com" }')).toEqual({
      groups: [],
      problems: [
        'team@example.com: 7 is not an address.',
        "groups: 'nobody' is not the address of a group.",
        'other@example.com: its members are not a list.',
      ],
    });
  });

  test('refuses a group that one item of the table cannot hold', () => {
    const members = Array.from({ length: 20_000 }, (_, index) => `somebody${String(index)}@example.com`);

    const { groups, problems } = readGroupFile(
      JSON.stringify({ 'all@example.com': members, 'team@example.com': TEAM.members }),
    );

    expect(groups).toEqual([TEAM]);
    expect(problems).toEqual([
      'all@example.com: 20000 members are more than fit into one group (about 390 KB of addresses).',
    ]);
  });

  test.each([['{ "team@example.com": '], ['[]'], ['["team@example.com"]']])('that is none says so: %s', (text) => {
    expect(() => readGroupFile(text)).toThrow(/not JSON|An object of groups/);
  });
});
