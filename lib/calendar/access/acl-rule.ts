/** An access rule on the wire: its scope, its role, and which values are refused. */
import { badRequest } from '#lib/api/errors';
import type { Patch } from '#lib/api/schema';
import { foldAddress } from '#lib/api/text/address';
import type { Groups } from '#lib/calendar/model/groups';
import { atLeast, isRole, type Role } from '#lib/calendar/model/roles';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { AclRuleResource } from '#lib/calendar/resources/acl';

type Scope = NonNullable<AclRuleResource['scope']>;

const SCOPE_TYPES = ['default', 'user', 'group', 'domain'] as const;
type ScopeType = (typeof SCOPE_TYPES)[number];

const ADDRESS = /^[^\s@:]+@[^\s@:]+$/;
const MAX_ADDRESS_LENGTH = 254;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** The value that Google answers for the default scope; rules copied from there carry it. */
const EVERYBODY = '__public_principal__@public.calendar.google.com';

/** The highest role for everybody. */
const MAX_FOR_DEFAULT: Role = 'reader';

/** Expects lower case: addresses are stored that way. */
export const isAddress = (text: string): boolean => text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text);

const calendarFault = (reason: string, message: string) => badRequest(reason, message, { domain: 'calendar' });

const isScopeType = (text: string): text is ScopeType => (SCOPE_TYPES as readonly string[]).includes(text);

/** The id of the rule for a scope. */
export function ruleIdOf({ type, value = '' }: Scope): string {
  if (type === undefined || type === '') throw badRequest('required', 'Missing scope type.');
  if (!isScopeType(type)) throw badRequest('invalid', `Invalid scope type: ${type}.`);
  const name = foldAddress(value.trim());
  if (type === 'default') {
    if (name !== '' && name !== EVERYBODY) throw calendarFault('invalidScopeValue', 'The default scope has no value.');
    return 'default';
  }
  const isValue = type === 'domain' ? name.length <= MAX_ADDRESS_LENGTH && DOMAIN.test(name) : isAddress(name);
  if (!isValue) throw calendarFault('invalidScopeValue', 'Invalid scope value.');
  return `${type}:${name}`;
}

/** The scope after a merge patch: absent keeps, `null` clears. */
function patchedScope(ruleId: string, patch: Patch<Scope> | null): Scope {
  const { type, value }: Patch<Scope> = patch === null ? {} : { ...scopeOf(ruleId), ...patch };
  return { type: type ?? undefined, value: value ?? undefined };
}

/** The scope of a rule never changes. */
function requireSameScope(ruleId: string, scope: Scope): void {
  if (ruleIdOf(scope) !== ruleId) throw badRequest('invalid', 'The scope of a rule cannot change.');
}

export function roleOf(text: string | null | undefined, ruleId: string): Role {
  if (text === undefined || text === null || text === '') throw badRequest('required', 'Missing role.');
  if (!isRole(text)) throw badRequest('invalid', `Invalid role: ${text}.`);
  if (ruleId === 'default' && !atLeast(MAX_FOR_DEFAULT, text)) {
    throw calendarFault('illegalAccessRoleForDefault', 'The role for everybody can be at most reader.');
  }
  return text;
}

/** The role from a full body (update). */
export function replacedRole({ id }: AccessRule, { scope, role }: AclRuleResource): Role {
  requireSameScope(id, scope ?? {});
  return roleOf(role, id);
}

/** The role after a merge patch: absent keeps. */
export function patchedRole(rule: AccessRule, { scope, role }: Patch<AclRuleResource>): Role {
  if (scope !== undefined) requireSameScope(rule.id, patchedScope(rule.id, scope));
  return role === undefined ? rule.role : roleOf(role, rule.id);
}

function scopeOf(ruleId: string): { type: string; value?: string } {
  const at = ruleId.indexOf(':');
  return at === -1 ? { type: ruleId } : { type: ruleId.slice(0, at), value: ruleId.slice(at + 1) };
}

/** 20 digits: microseconds of the last change. */
const tagOf = ({ updatedAtMs }: AccessRule): string => `"${String(updatedAtMs * 1000).padStart(20, '0')}"`;

export const describeRule = (rule: AccessRule): AclRuleResource & { etag: string } => ({
  kind: 'calendar#aclRule',
  etag: tagOf(rule),
  id: rule.id,
  scope: scopeOf(rule.id),
  role: rule.role,
});

/** Whom a rule concerns: one address, or a test for addresses. */
export function audienceOf(ruleId: string, groups: Groups): string | ((email: string) => boolean) {
  const { type, value = '' } = scopeOf(ruleId);
  if (type === 'user') return value;
  if (type === 'group') return (email) => groups.groupsOf(email).includes(value);
  return type === 'domain' ? (email) => email.endsWith(`@${value}`) : () => true;
}
