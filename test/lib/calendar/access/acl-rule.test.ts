import { describe, expect, test } from '@jest/globals';
import { audienceOf, describeRule } from '#lib/calendar/access/acl-rule';
import { groupsFrom } from '#lib/calendar/model/groups';

describe('whom a rule can concern', () => {
  const groups = groupsFrom([{ address: 'team@example.com', members: ['bob@example.com'] }]);

  test('one person', () => {
    expect(audienceOf('user:bob@example.com', groups)).toBe('bob@example.com');
  });

  test.each([
    ['group:team@example.com', 'bob@example.com', true],
    ['group:team@example.com', 'carol@example.com', false],
    ['group:unknown@example.com', 'bob@example.com', false],
    ['domain:example.com', 'bob@example.com', true],
    ['domain:example.com', 'bob@notexample.com', false],
    ['domain:example.com', 'bob@sub.example.com', false],
    ['default', 'anybody@elsewhere.test', true],
  ])('%s: %s? %s', (ruleId, email, isMeant) => {
    const audience = audienceOf(ruleId, groups);

    expect(typeof audience === 'function' && audience(email)).toBe(isMeant);
  });
});

describe('a rule on the wire', () => {
  test('the tag is microseconds in 20 digits', () => {
    expect(describeRule({ id: 'default', role: 'reader', updatedAtMs: 1_772_438_400_000 })).toEqual({
      kind: 'calendar#aclRule',
      etag: '"00001772438400000000"',
      id: 'default',
      scope: { type: 'default' },
      role: 'reader',
    });
  });
});
