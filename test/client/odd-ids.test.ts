/** Ids that are not plain words, through Google's clients, the local gateway and what it does to paths. */
import { books } from '@googleapis/books';
import { describe, expect, test } from '@jest/globals';
import { googleCalendar, useGoogleCalendar } from '#test/support/calendar/google-calendar';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

const gateway = useGateway();

const timeZone = 'Europe/Zurich';
const hour = {
  start: { dateTime: '2026-05-04T09:00:00Z', timeZone },
  end: { dateTime: '2026-05-04T10:00:00Z', timeZone },
};
const idsOf = ({ items = [] }: { items?: readonly { id?: string | null }[] | undefined }): unknown[] =>
  items.map(({ id }) => id);

describe.each(['a+b', 'a#b', 'a b', 'a/b', 'a/b#c d+e', '/a', 'a//b', "o'hara", 'ä&=;$!*()~', '☕'])(
  'the calendar of %s',
  (name) => {
    const owner = someone(name);
    const guest = someone(name.replaceAll(' ', '_'));
    const client = useGoogleCalendar(gateway, owner);

    test('is found by its id, and changed', async () => {
      expect((await client.calendars.get({ calendarId: owner })).data.id).toBe(owner);
      expect(
        (await client.calendars.patch({ calendarId: owner, requestBody: { summary: 'Mine' } })).data,
      ).toMatchObject({ id: owner, summary: 'Mine' });
      expect((await client.calendarList.get({ calendarId: owner })).data.id).toBe(owner);
      expect((await client.calendarList.patch({ calendarId: owner, requestBody: { colorId: '7' } })).data.colorId).toBe(
        '7',
      );
      expect((await client.calendarList.list()).data.items).toEqual([
        expect.objectContaining({ id: owner, colorId: '7' }),
      ]);
    });

    test('keeps events', async () => {
      const { id: eventId = '' } = (
        await client.events.insert({
          calendarId: owner,
          requestBody: { ...hour, summary: 'New', recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] },
        })
      ).data;
      const place = { calendarId: owner, eventId: eventId ?? '' };

      expect((await client.events.get(place)).data.summary).toBe('New');
      expect((await client.events.patch({ ...place, requestBody: { summary: 'Changed' } })).data.summary).toBe(
        'Changed',
      );
      expect(idsOf((await client.events.list({ calendarId: owner })).data)).toEqual([eventId]);
      expect((await client.events.instances(place)).data.items).toHaveLength(2);
      expect((await client.events.delete(place)).status).toBe(204);
      expect((await client.events.get(place)).data.status).toBe('cancelled');
    });

    test('takes imported events with odd UIDs', async () => {
      const iCalUID = `${name}%41?x=1&y@example.com`;

      const { data } = await client.events.import({ calendarId: owner, requestBody: { ...hour, iCalUID } });

      expect(data.iCalUID).toBe(iCalUID);
      expect(idsOf((await client.events.list({ calendarId: owner, iCalUID })).data)).toEqual([data.id]);
    });

    test('is shared with somebody like that', async () => {
      const ruleId = `user:${guest}`;
      const scope = { type: 'user', value: guest };

      expect((await client.acl.insert({ calendarId: owner, requestBody: { role: 'reader', scope } })).data.id).toBe(
        ruleId,
      );
      expect((await client.acl.get({ calendarId: owner, ruleId })).data).toMatchObject({ id: ruleId, scope });
      expect(
        (await client.acl.update({ calendarId: owner, ruleId, requestBody: { role: 'writer', scope } })).data.role,
      ).toBe('writer');
      expect(idsOf((await client.acl.list({ calendarId: owner })).data)).toContain(ruleId);
      expect((await client.acl.delete({ calendarId: owner, ruleId })).status).toBe(204);
      await expect(client.acl.get({ calendarId: owner, ruleId })).rejects.toMatchObject({
        status: 404,
        response: { data: { error: { errors: [{ reason: 'notFound' }] } } },
      });
    });
  },
);

describe('an id with a percent sign', () => {
  const read = async (owner: string): Promise<string> => {
    const request = `GET /calendar/v3/calendars/${encodeURIComponent(owner)} HTTP/1.1`;
    const response = await fetch(`${gateway.rootUrl}batch/calendar/v3`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await gateway.token(owner)}`, 'content-type': 'multipart/mixed; boundary=b' },
      body: `--b\r\nContent-Type: application/http\r\n\r\n${request}\r\n\r\n--b--\r\n`,
    });
    return response.text();
  };

  test('does not get past API Gateway in a path, as AWS decodes paths twice', async () => {
    const owner = someone('100%');
    const client = await googleCalendar(gateway, owner);

    await expect(client.calendars.get({ calendarId: owner })).rejects.toMatchObject({
      status: 400,
      response: { data: { message: 'Bad Request' } },
    });
    expect((await client.calendars.get({ calendarId: 'primary' })).data.id).toBe(owner);
  });

  test('is never taken for the calendar of somebody else', async () => {
    const plain = someone('aab');
    const alias = plain.replace('aab', 'a%61b');
    await (await googleCalendar(gateway, plain)).events.insert({ calendarId: 'primary', requestBody: hour });

    const client = await googleCalendar(gateway, alias);

    await expect(client.calendars.get({ calendarId: alias })).rejects.toMatchObject({ status: 404 });
  });

  test.each(['100%', 'a%41b', 'a/b#c%41 d+e', 'a?b', '%2f'])('survives in a batch: %s', async (name) => {
    const owner = someone(name);

    expect(await read(owner)).toContain(`"id": ${JSON.stringify(owner)}`);
  });
});

describe('odd ids of books', () => {
  test.each(['a#b', 'a b', 'a+b', 'a/b', "o'hara"])('%s is not found, and says so', async (volumeId) => {
    const headers = { authorization: `Bearer ${await gateway.token(someone())}` };

    await expect(
      books({ version: 'v1', rootUrl: gateway.rootUrl, headers, retry: false }).volumes.get({ volumeId }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
