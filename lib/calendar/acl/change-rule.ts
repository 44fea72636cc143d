/** Gives and removes roles. Only owners may, nobody may change their own, and that of the data owner never changes. */
import type { Context, User } from '#lib/api/context';
import { forbidden, notFound } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { foldAddress } from '#lib/api/text/address';
import { describeRule, isAddress } from '#lib/calendar/access/acl-rule';
import { openCalendar } from '#lib/calendar/access/open-calendar';
import { requireAccess, ruleIdsFor, type Permission, type OpenCalendar } from '#lib/calendar/access/permissions';
import { resolveCalendarId } from '#lib/calendar/model/calendar';
import { nextTick } from '#lib/calendar/model/change-clock';
import { highest, type Role } from '#lib/calendar/model/roles';
import type { AccessRule } from '#lib/calendar/model/rule';
import type { CalendarStores } from '#lib/calendar/stores/all';
import type { CalendarView } from '#lib/calendar/stores/calendars';
import type { WithSeq } from '#lib/calendar/stores/page';
import { retryOnConflict } from '#lib/calendar/stores/retry-on-conflict';
import type { Leaver } from '#lib/calendar/stores/rules';

type RuleContext = Context<CalendarStores, User>;

export interface RulePath {
  readonly calendarId: string;
  readonly ruleId: string;
}

/** The rule, for a caller with this permission; 404 when it does not exist. */
export async function openRule(
  permission: Permission,
  { calendarId, ruleId }: RulePath,
  context: RuleContext,
): Promise<{ opened: OpenCalendar; stored: WithSeq<AccessRule> }> {
  const id = resolveCalendarId(calendarId, context.caller.email);
  const [opened, stored] = await Promise.all([
    openCalendar(calendarId, context),
    context.stores.rules.find(id, foldAddress(ruleId)),
  ]);
  requireAccess(opened, permission);
  if (stored === undefined || stored.role === 'none') throw notFound();
  return { opened, stored };
}

/** The data owner keeps the role, and nobody can lock themselves out by mistake. */
function requireChangeable(ruleId: string, { calendar }: OpenCalendar, caller: User): void {
  if (ruleId === `user:${caller.email}`)
    throw forbidden('cannotChangeOwnAcl', 'Cannot change your own access level.', { domain: 'calendar' });
  if (ruleId === `user:${calendar.owner}`) {
    throw forbidden(
      'cannotModifyAclOfCalendarOwner',
      'The access level of the owner of the calendar cannot be changed.',
      { domain: 'calendar' },
    );
  }
}

/** The person whom a rule is for, as far as the calendar is concerned; undefined for a rule for many. */
async function viewMember({ calendarId, ruleId }: RulePath, { caller, stores }: RuleContext) {
  const [type, email = ''] = foldAddress(ruleId).split(/:(.*)/s);
  if (type !== 'user' || !isAddress(email)) return undefined;
  const id = resolveCalendarId(calendarId, caller.email);
  return stores.groups.reading(
    (known) => ruleIdsFor(email, known),
    (ruleIds) => stores.calendars.view(id, email, ruleIds),
  );
}

/** The person, if nothing is left to them without the rule while the calendar is on their list. */
function leaverOf({ user, entry, rules }: CalendarView, ruleId: string): Leaver | undefined {
  const left = highest(rules.filter(({ id }) => id !== ruleId).map(({ role }) => role));
  const leaves = left === 'none' && user !== undefined && entry?.isRemoved === false;
  return leaves ? { user, entry } : undefined;
}

/**
 * Writes the role unless the rule has it already. Answers the rule; undefined on a conflict. `member` is the person whom
 * the rule is for.
 */
async function write(
  { calendar }: OpenCalendar,
  ruleId: string,
  role: Role,
  stored: WithSeq<AccessRule> | undefined,
  context: RuleContext,
  member?: CalendarView,
): Promise<AccessRule | undefined> {
  const { clock, stores } = context;
  const rule: AccessRule = {
    id: ruleId,
    role,
    updatedAtMs: nextTick(clock.now().getTime(), ...(stored === undefined ? [] : [stored.updatedAtMs])),
  };
  if (role === (stored?.role ?? 'none')) return stored ?? rule;
  if (role !== 'none' || stored === undefined)
    return (await stores.rules.replace(calendar, rule, stored)) === false ? undefined : rule;
  // Access ends now. The table's stream begins the job that takes the calendar off lists and tells their syncs.
  const job = await stores.rules.remove(calendar, rule, stored, member && leaverOf(member, ruleId));
  return job === false ? undefined : rule;
}

function valueOrThrow<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

interface WantedRule {
  readonly ruleId: string;
  readonly role: Role;
}

/**
 * Gives a scope a role, whatever it had before. Errors in the body are reported only to callers who may create rules.
 */
export const putRule = (calendarId: string, wanted: () => WantedRule, context: RuleContext): Promise<AccessRule> =>
  retryOnConflict(async () => {
    const id = resolveCalendarId(calendarId, context.caller.email);
    const findStored = async () => {
      const rule = wanted();
      return { ...rule, stored: await context.stores.rules.find(id, rule.ruleId) };
    };
    const [opening, finding] = await Promise.allSettled([openCalendar(calendarId, context), findStored()]);
    const opened = requireAccess(valueOrThrow(opening), 'acl.insert');
    const { ruleId, role, stored } = valueOrThrow(finding);
    requireChangeable(ruleId, opened, context.caller);
    return write(opened, ruleId, role, stored, context);
  });

/** Changes an existing rule. */
export const changeRule = (
  permission: Permission,
  path: RulePath,
  wanted: (stored: AccessRule) => Role,
  context: RuleContext,
): Promise<AccessRule> =>
  retryOnConflict(async () => {
    const { opened, stored } = await openRule(permission, path, context);
    requireChangeable(stored.id, opened, context.caller);
    requireMatch(context.request.preconditions, describeRule(stored).etag);
    return write(opened, stored.id, wanted(stored), stored, context);
  });

/** Takes a role away. What one person loses with it is read beside the rule. */
export const removeRule = (path: RulePath, context: RuleContext): Promise<AccessRule> =>
  retryOnConflict(async () => {
    const [{ opened, stored }, member] = await Promise.all([
      openRule('acl.delete', path, context),
      viewMember(path, context),
    ]);
    requireChangeable(stored.id, opened, context.caller);
    requireMatch(context.request.preconditions, describeRule(stored).etag);
    return write(opened, stored.id, 'none', stored, context, member);
  });
