/** Records of the authorization server, and what depends on their promises: rotating keys and refresh tokens. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { findRefreshToken, newRefreshToken, useRefreshToken } from '#lib/oauth/grants/refresh-tokens';
import { allow } from '#lib/oauth/tokens/allow';
import { publicKeys, signerOf } from '#lib/oauth/tokens/signing-keys';
import { documents } from '#lib/stores/dynamodb/client/client';
import { dynamoOAuthStores } from '#lib/stores/dynamodb/oauth/stores';
import { dynamoIssuerRecords, inEveryTable } from '#lib/stores/dynamodb/platform/issuer-records';
import { oauthService } from '#test/support/oauth/use-oauth';
import { newTable } from '#test/support/run/new-table';
import { withoutStream } from '#test/support/run/running';

const DAY_MS = 86_400_000;
const whose = { email: 'alice@example.com', clientId: 'c', scopes: ['s'] };
let now: number;
let service: OAuthDependencies;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 15);
  const clock = { now: () => new Date(now) };
  const { name } = await newTable('SignInTable', undefined, withoutStream);
  const { name: other } = await newTable('BooksTable', undefined, withoutStream);
  service = {
    ...(await oauthService()),
    clock,
    stores: dynamoOAuthStores({ db: documents, table: name, clock }),
    records: inEveryTable([name, other].map((table) => dynamoIssuerRecords(documents, table)) as never),
    rotatesRefreshTokens: true,
  };
});

describe('a record', () => {
  test('ends at its time, whether the database has removed it or not', async () => {
    const { sessions } = service.stores;
    await sessions.put('a', { email: 'alice@example.com' }, now + 1000);
    expect((await sessions.find('a'))?.value.email).toBe('alice@example.com');

    now += 1000;
    expect(await sessions.find('a')).toBeUndefined();
    expect(await sessions.add('a', {}, now + 1000)).toBe(true);
    expect(await sessions.add('a', {}, now + 1000)).toBe(false);
  });

  test('is replaced only as it was read, and removed once', async () => {
    const { people } = service.stores;
    await people.put('a', { email: 'a' });
    const read = await people.find('a');
    if (read === undefined) throw new Error('It is gone.');

    expect(await people.replace(read, { email: 'b' })).toBe(true);
    expect(await people.replace(read, { email: 'c' })).toBe(false);
    expect(await people.list()).toEqual([{ email: 'b' }]);
    expect([await people.remove('a'), await people.remove('a')]).toEqual([true, false]);
  });

  test.each(['', 'x'.repeat(1025)])('is not found by what cannot be an id', async (id) => {
    expect(await service.stores.clients.find(id)).toBeUndefined();
  });
});

test('what two pages allow a client at the same time is allowed', async () => {
  const both = ['calendar', 'books'].map((scope) => allow({ ...whose, scopes: [scope] }, service));
  const [first, second] = await Promise.all(both);
  const { scopes } = await allow({ ...whose, scopes: [] }, service);

  expect(first?.id).toBe(second?.id);
  expect(scopes.toSorted()).toEqual(['books', 'calendar']);
});

describe('the keys', () => {
  test('are the same for all, however many begin at once', async () => {
    const signers = await Promise.all([signerOf(service), signerOf(service), signerOf(service)]);

    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
  });

  test('change every week; the next is published a day before, the last for a day after', async () => {
    const kids = async () => (await publicKeys(service)).map(({ kid }) => kid);
    const first = (await signerOf(service)).kid;
    now += 6 * DAY_MS;
    const announced = await kids();
    expect([announced.length, announced[0], (await signerOf(service)).kid]).toEqual([2, first, first]);

    now += DAY_MS;
    expect((await signerOf(service)).kid).toBe(announced[1]);
    expect(await kids()).toContain(first);
    expect((await service.records.keys()).map(({ kid }) => kid)).toEqual(expect.arrayContaining(announced));
    now += DAY_MS;
    expect(await kids()).not.toContain(first);
  });
});

describe('refresh tokens that stay', () => {
  const DAYS_OF_LIFE = 180;

  test('are good as long as they are used', async () => {
    const lasting = { ...service, rotatesRefreshTokens: false };
    const grant = await allow(whose, lasting);
    const token = await newRefreshToken({ ...whose, grantId: grant.id }, lasting);
    for (let uses = 0; uses < 3; uses += 1) {
      now += (DAYS_OF_LIFE - 1) * DAY_MS;
      expect(await useRefreshToken(await findRefreshToken(token, lasting), lasting)).toEqual({});
    }

    now += DAYS_OF_LIFE * DAY_MS;
    await expect(findRefreshToken(token, lasting)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  test('are written to once a day at most', async () => {
    const lasting = { ...service, rotatesRefreshTokens: false };
    const grant = await allow(whose, lasting);
    const token = await newRefreshToken({ ...whose, grantId: grant.id }, lasting);
    const before = await findRefreshToken(token, lasting);
    now += DAY_MS;
    await useRefreshToken(before, lasting);
    expect(await findRefreshToken(token, lasting)).toEqual(before);

    now += 1;
    await useRefreshToken(before, lasting);
    expect((await findRefreshToken(token, lasting)).value.usedMs).toBe(now);
  });
});

describe('refresh tokens that rotate', () => {
  test('are good once; a second use ends the whole consent', async () => {
    const grant = await allow(whose, service);
    const first = await newRefreshToken({ ...whose, grantId: grant.id }, service);
    const { refresh_token: second = '' } = await useRefreshToken(await findRefreshToken(first, service), service);
    expect((await findRefreshToken(second, service)).value.email).toBe(whose.email);

    await expect(findRefreshToken(first, service)).rejects.toMatchObject({ code: 'invalid_grant' });
    await expect(findRefreshToken(second, service)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  test('that are used twice at the same time have one successor', async () => {
    const grant = await allow(whose, service);
    const token = await newRefreshToken({ ...whose, grantId: grant.id }, service);
    const found = await findRefreshToken(token, service);
    const uses = await Promise.allSettled([useRefreshToken(found, service), useRefreshToken(found, service)]);

    expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = uses.find((use) => use.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'invalid_grant' });
  });

  test('end when nobody uses them for half a year', async () => {
    const grant = await allow(whose, service);
    const token = await newRefreshToken({ ...whose, grantId: grant.id }, service);
    now += 181 * DAY_MS;

    await expect(findRefreshToken(token, service)).rejects.toMatchObject({ code: 'invalid_grant' });
  });
});
