import { beforeAll, describe, expect, test } from '@jest/globals';
import { Discovery } from 'googleapis-common';
import { useGateway } from '#test/support/http/use-gateway';

/** What the client makes of a discovery document: methods by group. */
type Discovered = Record<string, Record<string, (parameters: object) => Promise<{ status: number; data: unknown }>>>;

const gateway = useGateway();
let discover: (api: string) => Discovered;

beforeAll(async () => {
  const token = await gateway.token('alice@example.com');
  const found: Record<string, (options: object) => Discovered> = await new Discovery({}).discoverAllAPIs(
    `${gateway.rootUrl}discovery/v1/apis`,
  );
  discover = (api) =>
    found[api]?.({ version: 'any', headers: { authorization: `Bearer ${token}` }, retry: false }) ?? {};
});

describe("Google's client, built from our discovery documents", () => {
  test.each([
    ['calendar', ['acl', 'calendarList', 'calendars', 'channels', 'colors', 'events', 'freebusy', 'settings']],
    ['books', ['bookshelves', 'mylibrary', 'volumes']],
    ['doubleclicksearch', ['conversion', 'reports', 'savedColumns']],
  ])('knows the groups of %s', (api, groups) => {
    expect(discover(api)).toMatchObject(Object.fromEntries(groups.map((group) => [group, expect.any(Object)])));
  });

  test('calls an operation at the address the document gives', async () => {
    const answer = await discover('calendar')['colors']?.['get']?.({});

    expect(answer).toMatchObject({ status: 200, data: { kind: 'calendar#colors' } });
  });

  test('knows which parameters belong in the path', async () => {
    const answer = await discover('calendar')['settings']?.['get']?.({ setting: 'timezone' });

    expect(answer).toMatchObject({ status: 200, data: { kind: 'calendar#setting', id: 'timezone' } });
  });
});
