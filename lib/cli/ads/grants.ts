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

export async function grant(
  { grants, entities }: Pick<AdsStores, 'entities' | 'grants'>,
  names: readonly string[],
  canWrite: boolean,
): Promise<void> {
  const given = readGrant(names, canWrite ? 'WRITE' : 'READ');
  await grants.put(given);
  console.log(`${subjectText(given)} may ${canWrite ? 'read and change' : 'read'} ${targetText(given)}.`);
  const { agencyId, advertiserId } = given;
  if (advertiserId === undefined) return;
  const found = await entities.find({ space: 'legacy', kind: 'ADVERTISER', id: advertiserId });
  if (found === undefined)
    console.error(
      `No advertiser ${advertiserId} is imported yet: bring it with \`npm run --silent ads -- import entities.csv\`.`,
    );
  else if (found.legacy.agencyId !== agencyId)
    console.error(`Advertiser ${advertiserId} belongs to agency ${found.legacy.agencyId}, so this opens nothing.`);
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
