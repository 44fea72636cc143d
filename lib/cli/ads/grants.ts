/** Grants, revokes and lists access to advertisers. */
import type { Grant } from '#lib/ads/model/grant';
import { subjectOf } from '#lib/ads/model/grant';
import type { AdsStores } from '#lib/ads/stores/all';
import { WrongUsage } from '#lib/command/command';
import { StartupError } from '#lib/command/startup-error';

function readGrant([subject, agencyId, advertiserId]: readonly string[], role: Grant['role']): Grant {
  if (subject === undefined || agencyId === undefined) throw new WrongUsage('Say who, and on which agency.');
  for (const id of [agencyId, advertiserId])
    if (id !== undefined && !/^\d{1,19}$/.test(id)) throw new WrongUsage(`Ids are numbers, not '${id}'.`);
  return { subject: subjectOf(subject), agencyId, ...(advertiserId !== undefined && { advertiserId }), role };
}

const targetText = ({ agencyId, advertiserId }: Omit<Grant, 'role' | 'subject'>): string =>
  advertiserId === undefined
    ? `every advertiser of agency ${agencyId}`
    : `advertiser ${advertiserId} of agency ${agencyId}`;
const subjectText = ({ subject }: Pick<Grant, 'subject'>): string =>
  subject.includes('@') ? subject : `Everybody at ${subject}`;

const WHAT_TO_DO =
  'Bring it first with `npm run --silent ads -- import entities.csv`, or say --force where it comes later.';

/** Why a right would open nothing; undefined where it opens something. */
async function whyUseless(
  { agencyId, advertiserId }: Grant,
  { entities }: Pick<AdsStores, 'entities'>,
): Promise<string | undefined> {
  const [agency, advertiser] = await entities.findAll([
    { space: 'legacy', kind: 'AGENCY', id: agencyId },
    { space: 'legacy', kind: 'ADVERTISER', id: advertiserId ?? '0' },
  ]);
  if (agency === undefined) return `No agency ${agencyId} is imported. ${WHAT_TO_DO}`;
  if (advertiserId === undefined) return undefined;
  if (advertiser === undefined) return `No advertiser ${advertiserId} is imported. ${WHAT_TO_DO}`;
  const owner = advertiser.legacy.agencyId;
  return owner === agencyId ? undefined : `Advertiser ${advertiserId} belongs to agency ${owner}: name that one.`;
}

export async function grant(
  stores: Pick<AdsStores, 'entities' | 'grants'>,
  names: readonly string[],
  { write, force }: { readonly write: boolean; readonly force: boolean },
): Promise<void> {
  const given = readGrant(names, write ? 'WRITE' : 'READ');
  const problem = force ? undefined : await whyUseless(given, stores);
  if (problem !== undefined) throw new StartupError(problem);
  await stores.grants.put(given);
  console.log(`${subjectText(given)} may ${write ? 'read and change' : 'read'} ${targetText(given)}.`);
}

export async function revoke({ grants }: Pick<AdsStores, 'grants'>, names: readonly string[]): Promise<void> {
  const taken = readGrant(names, 'READ');
  if (!(await grants.remove(taken)))
    throw new StartupError(`${subjectText(taken)} has no such right; \`list\` shows all.`);
  console.log(`${subjectText(taken)} may no longer read ${targetText(taken)}.`);
}

/** Tab-separated columns, for other programs. */
export async function list({ grants }: Pick<AdsStores, 'grants'>): Promise<void> {
  const found = await grants.list();
  if (found.length === 0)
    return console.error('Nobody has a right yet: give one with `npm run --silent ads -- grant ADDRESS AGENCY`.');
  console.log(['who', 'agency', 'advertiser', 'may'].join('\t'));
  for (const { subject, agencyId, advertiserId = 'all', role } of found)
    console.log([subject, agencyId, advertiserId, role === 'WRITE' ? 'read and change' : 'read'].join('\t'));
}
