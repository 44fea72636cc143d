import { describe, expect, test } from '@jest/globals';
import { addEvent, eventsPath, hourFrom } from '#test/support/calendar/calendar';
import { answer, inviting, NOON, guestRow, signUp } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

describe('the settings of a guest', () => {
  const hide = async (who: string, value: string): Promise<void> => {
    await fixture.stores.users.changeSetting(who, 'hideInvitationsSetting', value, fixture.clock.now().getTime());
  };
  const isListed = async (who: string, eventId: string, query = ''): Promise<boolean> =>
    (await fixture.listed(who, `maxResults=2500${query}`)).some(({ id }) => id === eventId);
  const isBusy = async (who: string): Promise<boolean> => {
    const body = { timeMin: NOON.start?.dateTime, timeMax: NOON.end?.dateTime, items: [{ id: who }] };
    const answered = await fixture.ask<{ calendars: Record<string, { busy: unknown[] }> }>('POST', '/freeBusy', {
      as: who,
      body,
    });
    return (answered.body.calendars[who]?.busy ?? []).length > 0;
  };

  test.each([
    ['UNRESPONDED', 'example.com', true],
    ['UNKNOWN_SENDER', 'example.com', false],
    ['UNKNOWN_SENDER', 'elsewhere.example', true],
    ['NONE', 'elsewhere.example', false],
  ])('%s hides an invitation to somebody at %s until it is answered: %s', async (setting, domain, isHidden) => {
    const guest = `${setting.toLowerCase()}-${fixture.bob.replace(/@.*/, '')}@${domain}`;
    const { settle, write, meeting } = fixture;
    await signUp(fixture, guest);
    await hide(guest, setting);
    const event = await meeting(inviting(guest));

    expect([await isListed(guest, event.id), await isBusy(guest)]).toEqual([!isHidden, !isHidden]);
    expect(await isListed(guest, event.id, '&showHiddenInvitations=true')).toBe(true);

    await write(guest, 'PATCH', event.id, answer(guest, 'accepted'));
    await settle();
    expect([await isListed(guest, event.id), await isBusy(guest)]).toEqual([true, true]);
  });

  test.each([
    ['focusTime', 'declineAllConflictingInvitations', 'declined'],
    ['outOfOffice', 'declineOnlyNewConflictingInvitations', 'declined'],
    ['outOfOffice', 'declineNone', 'needsAction'],
  ])('%s with %s: a new invitation is %s', async (eventType, autoDeclineMode, responseStatus) => {
    const { alice, ask, read, meeting } = fixture;
    const guest = `${eventType}-${autoDeclineMode.slice(0, 11)}-${fixture.bob.slice(4)}`.toLowerCase();
    const busy = {
      eventType,
      summary: 'Away',
      ...NOON,
      [`${eventType}Properties`]: { autoDeclineMode, declineMessage: 'Not now' },
    };
    expect((await ask('POST', eventsPath(), { as: guest, body: busy })).status).toBe(200);
    const [during, after] = [
      await meeting(inviting(guest)),
      await meeting({ ...inviting(guest), ...hourFrom('2026-03-10T12:00:00Z') }),
    ];

    expect([
      guestRow(await read(alice, during.id), guest)?.responseStatus,
      guestRow(await read(alice, after.id), guest)?.responseStatus,
    ]).toEqual([responseStatus, 'needsAction']);
    expect(guestRow(await read(guest, during.id), guest)?.comment).toBe(
      responseStatus === 'declined' ? 'Not now' : undefined,
    );
  });

  describe('time set apart', () => {
    const JUNE = {
      summary: 'Tuesdays',
      start: { dateTime: '2026-06-02T14:00:00', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-06-02T15:00:00', timeZone: 'Europe/Zurich' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
    };
    const away = async (who: string, when: object): Promise<void> => {
      await signUp(fixture, who);
      const body = {
        eventType: 'outOfOffice',
        summary: 'Away',
        ...when,
        outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'Away' },
      };
      expect((await fixture.ask('POST', eventsPath(), { as: who, body })).status).toBe(200);
    };
    const answersTo = async (who: string, seriesId: string): Promise<(string | undefined)[]> =>
      Promise.all(
        ['20260602T120000Z', '20260609T120000Z', '20260616T120000Z', '20260623T120000Z'].map(
          async (suffix) => guestRow(await fixture.read(fixture.alice, `${seriesId}_${suffix}`), who)?.responseStatus,
        ),
      );

    test('declines those instances of a series that fall into it, in every copy, and leaves the series open', async () => {
      const { carol, read, settle } = fixture;
      const guest = `away-${fixture.bob}`;
      await away(guest, { start: { dateTime: '2026-06-08T08:00:00Z' }, end: { dateTime: '2026-06-17T08:00:00Z' } });
      const series = await addEvent(fixture, { ...JUNE, ...inviting(guest, carol) });
      await settle();

      expect(await answersTo(guest, series.id)).toEqual(['needsAction', 'declined', 'declined', 'needsAction']);
      for (const who of [guest, carol]) {
        expect(guestRow(await read(who, `${series.id}_20260609T120000Z`), guest)).toMatchObject({
          responseStatus: 'declined',
          comment: 'Away',
        });
        expect(guestRow(await read(who, series.id), guest)).toMatchObject({ responseStatus: 'needsAction' });
      }
      expect(guestRow(await read(carol, `${series.id}_20260609T120000Z`), carol)).toMatchObject({
        responseStatus: 'needsAction',
      });
    });

    test('that repeats declines as well, and a series of which nothing is left as a whole', async () => {
      const { alice, read, settle } = fixture;
      const guest = `always-away-${fixture.bob}`;
      await away(guest, {
        start: { dateTime: '2026-03-03T13:00:00', timeZone: 'Europe/Zurich' },
        end: { dateTime: '2026-03-03T18:00:00', timeZone: 'Europe/Zurich' },
        recurrence: ['RRULE:FREQ=WEEKLY'],
      });
      const series = await addEvent(fixture, { ...JUNE, ...inviting(guest) });
      await settle();

      expect(guestRow(await read(alice, series.id), guest)).toMatchObject({
        responseStatus: 'declined',
        comment: 'Away',
      });
      expect(await answersTo(guest, series.id)).toEqual(['declined', 'declined', 'declined', 'declined']);
    });

    test('declines one instance to which somebody is invited alone', async () => {
      const { alice, bob, read, settle, write } = fixture;
      const guest = `once-away-${bob}`;
      await away(guest, { start: { dateTime: '2026-06-08T08:00:00Z' }, end: { dateTime: '2026-06-10T08:00:00Z' } });
      const series = await addEvent(fixture, { ...JUNE, ...inviting(bob) });
      const [second, third] = ['20260609T120000Z', '20260616T120000Z'].map((suffix) => `${series.id}_${suffix}`) as [
        string,
        string,
      ];
      for (const instance of [second, third]) await write(alice, 'PATCH', instance, inviting(bob, guest));
      await settle();

      expect([
        guestRow(await read(alice, second), guest)?.responseStatus,
        guestRow(await read(alice, third), guest)?.responseStatus,
      ]).toEqual(['declined', 'needsAction']);
      expect(guestRow(await read(guest, second), guest)?.responseStatus).toBe('declined');
    });
  });
});
