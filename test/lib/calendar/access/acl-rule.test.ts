import { describe, expect, test } from '@jest/globals';
import {
  audienceOf,
  describeRule,
  isAddress,
  patchedRole,
  replacedRole,
  roleOf,
  ruleIdOf,
} from '#lib/calendar/access/acl-rule';
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
    expect(describeRule({ id: 'default', role: 'reader', updatedAtMs: 1_772_438_400_000 })).toStrictEqual({
      kind: 'calendar#aclRule',
      etag: '"00001772438400000000"',
      id: 'default',
      scope: { type: 'default' },
      role: 'reader',
    });
  });
});

const refusal = (reason: string, message: string) => expect.objectContaining({ code: 400, reason, message });

describe('the scope of a rule', () => {
  test.each([
    [{ type: 'user', value: ' Bob@Example.com ' }, 'user:bob@example.com'],
    [{ type: 'group', value: 'team@example.com' }, 'group:team@example.com'],
    [{ type: 'domain', value: 'Example.co.UK' }, 'domain:example.co.uk'],
    [{ type: 'default' }, 'default'],
    [{ type: 'default', value: '__public_principal__@public.calendar.google.com' }, 'default'],
  ])('%j has the id %s', (scope, id) => {
    expect(ruleIdOf(scope)).toBe(id);
  });

  test.each([
    [{}, 'required', 'Missing scope type.'],
    [{ type: '' }, 'required', 'Missing scope type.'],
    [{ type: 'team', value: 'a@b.ch' }, 'invalid', 'Invalid scope type: team.'],
    [{ type: 'default', value: 'a@b.ch' }, 'invalidScopeValue', 'The default scope has no value.'],
    [{ type: 'user' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'user', value: 'example.com' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'group', value: 'a@b@c.ch' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'user', value: 'a:b@c.ch' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'domain', value: 'example' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'domain', value: '-a.example.com' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'domain', value: 'a@example.com' }, 'invalidScopeValue', 'Invalid scope value.'],
    [{ type: 'domain', value: `${'a.'.repeat(130)}com` }, 'invalidScopeValue', 'Invalid scope value.'],
  ])('%j is refused: %s', (scope, reason, message) => {
    expect(() => ruleIdOf(scope)).toThrow(refusal(reason, message));
  });

  test('is an address of 254 characters at most', () => {
    expect(isAddress(`${'a'.repeat(249)}@b.ch`)).toBe(true);
    expect(isAddress(`${'a'.repeat(250)}@b.ch`)).toBe(false);
    expect(ruleIdOf({ type: 'domain', value: `${'a.'.repeat(125)}com` })).toMatch(/^domain:/);
  });
});

describe('the role of a rule', () => {
  const rule = { id: 'user:bob@example.com', role: 'reader', updatedAtMs: 0 } as const;
  const scope = { type: 'user', value: 'bob@example.com' };

  test.each([undefined, null, ''])('is missing when it is %j', (role) => {
    expect(() => roleOf(role, rule.id)).toThrow(refusal('required', 'Missing role.'));
  });

  test('is one of the roles, and reader at most for everybody', () => {
    expect(roleOf('owner', rule.id)).toBe('owner');
    expect(() => roleOf('king', rule.id)).toThrow(refusal('invalid', 'Invalid role: king.'));
    expect([roleOf('reader', 'default'), roleOf('none', 'default')]).toStrictEqual(['reader', 'none']);
    for (const role of ['writerWithoutPrivateAccess', 'writer', 'owner'])
      expect(() => roleOf(role, 'default')).toThrow(
        refusal('illegalAccessRoleForDefault', 'The role for everybody can be at most reader.'),
      );
  });

  test('changes, and the scope does not', () => {
    const other = refusal('invalid', 'The scope of a rule cannot change.');
    expect(replacedRole(rule, { scope, role: 'writer' })).toBe('writer');
    expect(() => replacedRole(rule, { scope: { type: 'default' }, role: 'writer' })).toThrow(other);
    expect(() => replacedRole(rule, { role: 'writer' })).toThrow(refusal('required', 'Missing scope type.'));
    expect(() => replacedRole(rule, { scope })).toThrow(refusal('required', 'Missing role.'));

    expect(patchedRole(rule, {})).toBe('reader');
    expect(patchedRole(rule, { role: 'writer', scope: {} })).toBe('writer');
    expect(patchedRole(rule, { scope: { value: 'BOB@example.com' } })).toBe('reader');
    expect(() => patchedRole(rule, { scope: { value: 'carol@example.com' } })).toThrow(other);
    expect(() => patchedRole(rule, { scope: { value: null } })).toThrow(
      refusal('invalidScopeValue', 'Invalid scope value.'),
    );
    expect(() => patchedRole(rule, { scope: null })).toThrow(refusal('required', 'Missing scope type.'));
    expect(() => patchedRole(rule, { role: null })).toThrow(refusal('required', 'Missing role.'));
    expect(patchedRole({ ...rule, id: 'default' }, { scope: { type: 'default' } })).toBe('reader');
  });
});
