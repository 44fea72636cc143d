/** The callers: the owner of the data, and five others who should not get it. */
import { SCOPE } from '#lib/calendar/scopes';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import type { LocalIssuer } from '#lib/local/sign-in/issuer';
import { callingAs } from '#test/tools/fixtures/calendars';
import type { UserData, FixtureStores } from '#test/tools/fixtures/user-data';
import type { SendRequest, SentRequest } from '#test/tools/shared/request-sender';

export const CALLERS = ['owner', 'colleague', 'outsider', 'key', 'narrow', 'revoked'] as const;
export type CallerName = (typeof CALLERS)[number];

/** Adds a caller's credentials to a request. */
export type Credentials = (sent: Omit<SentRequest, 'headers'>) => SentRequest;

const withToken =
  (token: string): Credentials =>
  (sent) => ({ ...sent, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });

const withKey =
  (key: string): Credentials =>
  (sent) => ({
    ...sent,
    url: `${sent.url}${sent.url.includes('?') ? '&' : '?'}key=${key}`,
    headers: { 'content-type': 'application/json' },
  });

const TTL_SECONDS = 3600;

/** Gives somebody all permissions on the data, and revokes them. */
async function shareAndRevoke(
  send: SendRequest,
  stores: FixtureStores,
  ownerToken: string,
  held: UserData,
  email: string,
  token: string,
): Promise<void> {
  const owner = callingAs(send, ownerToken);
  const guest = callingAs(send, token);
  const rules = `/calendar/v3/calendars/${encodeURIComponent(held.calendarId)}/acl`;
  await owner('POST', rules, { role: 'owner', scope: { type: 'user', value: email } });
  await guest('POST', '/calendar/v3/users/me/calendarList', { id: held.calendarId });
  await guest('GET', `/calendar/v3/calendars/${encodeURIComponent(held.calendarId)}/events`);
  await owner('DELETE', `${rules}/${encodeURIComponent(`user:${email}`)}`);

  const grant = { subject: email, agencyId: held.agencyId };
  await stores.ads.grants.put({ ...grant, role: 'WRITE' });
  await guest('GET', `/doubleclicksearch/v2/agency/${held.agencyId}/advertiser/${held.advertiserId}/savedcolumns`);
  await stores.ads.grants.remove(grant);

  const shelf = Number(held.privateShelf);
  const describe = (access: 'PUBLIC' | 'PRIVATE') =>
    stores.books.shelves.describe(
      held.userId,
      shelf,
      { title: 'for a moment', access },
      { at: new Date().toISOString() },
    );
  await describe('PUBLIC');
  await guest('GET', `/books/v1/users/${held.userId}/bookshelves/${held.privateShelf}/volumes`);
  await describe('PRIVATE');
}

export interface CallerOptions {
  readonly send: SendRequest;
  readonly sign: LocalIssuer['sign'];
  readonly stores: FixtureStores;
  readonly ownerToken: string;
  readonly held: UserData;
}

export async function createCallers({
  send,
  sign,
  stores,
  ownerToken,
  held,
}: CallerOptions): Promise<Readonly<Record<CallerName, Credentials>>> {
  const [name = '', domain = ''] = held.email.split('@');
  const tokenOf = (email: string, scopes: readonly string[] = ALL_SCOPES) =>
    sign({ email, scopes, ttlSeconds: TTL_SECONDS });
  const revoked = `revoked-${name}@${domain}`;
  const revokedToken = await tokenOf(revoked);
  await shareAndRevoke(send, stores, ownerToken, held, revoked, revokedToken);
  return {
    owner: withToken(ownerToken),
    colleague: withToken(await tokenOf(`colleague-${name}@${domain}`)),
    outsider: withToken(await tokenOf(`outsider-${name}@elsewhere.example`)),
    key: withKey(await stores.addApiKey()),
    narrow: withToken(await tokenOf(held.email, [SCOPE.freeBusy])),
    revoked: withToken(revokedToken),
  };
}
