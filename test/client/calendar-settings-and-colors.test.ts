import { describe, expect, test } from '@jest/globals';
import { useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const gateway = useGateway();
const client = useGoogleCalendar(gateway, someone('alice'));

describe("Google's client and what there is to choose from", () => {
  test('reads settings one by one and all together', async () => {
    expect((await client.settings.get({ setting: 'weekStart' })).data).toMatchObject({
      kind: 'calendar#setting',
      id: 'weekStart',
      value: '0',
    });
    const { data } = await client.settings.list({ maxResults: 250 });
    expect(data.items).toHaveLength(13);
    expect((await client.settings.list({ syncToken: data.nextSyncToken ?? '' })).data.items).toEqual([]);
    await expect(client.settings.get({ setting: 'nope' })).rejects.toMatchObject({ status: 404 });
  });

  test('reads the colours', async () => {
    const { data } = await client.colors.get({});

    expect(data.event?.['11']).toEqual({ background: '#dc2127', foreground: '#1d1d1d' });
  });
});
