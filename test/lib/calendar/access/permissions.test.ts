import { describe, expect, test } from '@jest/globals';
import type { Caller } from '#lib/api/context';
import { requireVisible, requireAccess, ruleIdsFor, type Permission } from '#lib/calendar/access/permissions';
import { groupsFrom } from '#lib/calendar/model/groups';
import { ROLES, type Role } from '#lib/calendar/model/roles';
import { SCOPE, type CalendarScope } from '#lib/calendar/scopes';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import { newUser } from '#lib/calendar/users/new-user';
import { thrownBy } from '#test/support/thrown';

const { calendar } = newUser('alice@example.com', 0);
const caller = (scopes: readonly CalendarScope[] = [SCOPE.calendar], clientId?: string): Caller => ({
  kind: 'user',
  email: 'bob@example.com',
  scopes,
  clientId,
});
const viewWith = (roles: Readonly<Record<string, Role>>, more: Partial<CalendarView> = {}): CalendarView => ({
  calendar: { ...calendar, clientId: 'app' },
  rules: Object.entries(roles).map(([id, role]) => ({ id, role, updatedAtMs: 0 })),
  entry: undefined,
  user: undefined,
  ...more,
});

describe('the rules that can apply', () => {
  test('to somebody: their own, their domain, their groups and the default', () => {
    const groups = groupsFrom([
      { address: 'team@example.com', members: ['bob@example.com'] },
      { address: 'other@example.com', members: ['carol@example.com'] },
    ]);

    expect(ruleIdsFor('bob@example.com', groups).toSorted()).toEqual([
      'default',
      'domain:example.com',
      'group:team@example.com',
      'user:bob@example.com',
    ]);
  });

  test('to nobody in particular: only the default', () => {
    expect(ruleIdsFor(undefined, groupsFrom([{ address: 'team@example.com', members: ['bob@example.com'] }]))).toEqual([
      'default',
    ]);
  });
});

describe('an opened calendar', () => {
  test('gives the highest role of all rules; none never lowers another', () => {
    expect(
      requireVisible(
        viewWith({ 'user:bob@example.com': 'none', default: 'freeBusyReader', 'domain:example.com': 'writer' }),
        caller(),
      ).role,
    ).toBe('writer');
  });

  test.each([
    ['without a rule', viewWith({})],
    ['with no role but none', viewWith({ default: 'none' })],
    ['that was deleted', viewWith({ default: 'owner' }, { calendar: { ...calendar, isRemoved: true } })],
    ['that is not there', viewWith({ default: 'owner' }, { calendar: undefined })],
  ])('is a 404 %s', (_what, view) => {
    expect(thrownBy(() => requireVisible(view, caller()))).toMatchObject({ code: 404, reason: 'notFound' });
  });

  test.each<[string, Role, readonly CalendarScope[], string]>([
    ['a free/busy reader', 'freeBusyReader', [SCOPE.calendar], 'times'],
    ['a reader', 'reader', [SCOPE.calendar], 'shared'],
    ['a writer without private access', 'writerWithoutPrivateAccess', [SCOPE.calendar], 'shared'],
    ['a writer', 'writer', [SCOPE.calendar], 'everything'],
    ['an owner', 'owner', [SCOPE.calendar], 'everything'],
    ['an owner with a scope for times only', 'owner', [SCOPE.eventsFreeBusy], 'times'],
    [
      'an owner whose scopes show times, and owned calendars',
      'owner',
      [SCOPE.eventsFreeBusy, SCOPE.eventsOwned],
      'everything',
    ],
    [
      'a reader whose scopes show times, and owned calendars',
      'reader',
      [SCOPE.eventsFreeBusy, SCOPE.eventsOwned],
      'times',
    ],
    ['a reader with a broader scope besides', 'reader', [SCOPE.eventsFreeBusy, SCOPE.eventsReadonly], 'shared'],
  ])('shows %s what they may see', (_who, role, scopes, detailLevel) => {
    expect(requireVisible(viewWith({ 'user:bob@example.com': role }), caller(scopes)).detailLevel).toBe(detailLevel);
  });

  test.each<[string, Readonly<Record<string, Role>>, readonly CalendarScope[], string | undefined, string]>([
    ['another client', { 'user:bob@example.com': 'owner' }, [SCOPE.appCreated], 'other', '404 notFound'],
    ['a client without a name', { 'user:bob@example.com': 'owner' }, [SCOPE.appCreated], undefined, '404 notFound'],
    [
      'a scope for owned calendars',
      { 'user:bob@example.com': 'writer' },
      [SCOPE.eventsOwned],
      'app',
      '403 insufficientPermissions',
    ],
    [
      'a scope for owned calendars, read-only',
      { default: 'reader' },
      [SCOPE.eventsOwnedReadonly],
      'app',
      '403 insufficientPermissions',
    ],
    [
      'a scope for public calendars',
      { 'user:bob@example.com': 'owner', default: 'freeBusyReader' },
      [SCOPE.eventsPublicReadonly],
      'app',
      '404 notFound',
    ],
  ])('stays closed to %s', (_what, roles, scopes, clientId, outcome) => {
    const [code, reason] = outcome.split(' ');

    expect(thrownBy(() => requireVisible(viewWith(roles), caller(scopes, clientId)))).toMatchObject({
      code: Number(code),
      reason,
    });
  });
});

describe('what a role may do', () => {
  /** The weakest role that may, as section 9.2 of the reference has it. */
  test.each<[Permission, Role, string]>([
    ['calendars.get', 'freeBusyReader', 'forbidden'],
    ['events.list', 'freeBusyReader', 'forbidden'],
    ['events.insert', 'writerWithoutPrivateAccess', 'requiredAccessLevel'],
    ['events.move', 'writerWithoutPrivateAccess', 'requiredAccessLevel'],
    ['events.changePrivate', 'writer', 'forbidden'],
    ['acl.list', 'writer', 'forbidden'],
    ['acl.insert', 'owner', 'forbidden'],
    ['calendars.patch', 'owner', 'forbidden'],
  ])('%s needs %s', (permission, weakest, reason) => {
    for (const role of ROLES.slice(1)) {
      const opened = requireVisible(viewWith({ default: role }), caller());
      if (ROLES.indexOf(role) >= ROLES.indexOf(weakest)) expect(requireAccess(opened, permission)).toBe(opened);
      else expect(thrownBy(() => requireAccess(opened, permission))).toMatchObject({ code: 403, reason });
    }
  });
});

test('a subject without an address is in no domain: a rule for `domain:corp8.test` is not for it', () => {
  expect(ruleIdsFor('corp8.test', groupsFrom([]))).toEqual(['user:corp8.test', 'default']);
  expect(ruleIdsFor('ann@corp8.test', groupsFrom([]))).toContain('domain:corp8.test');
});
