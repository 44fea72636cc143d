/** What is written and answered only when the client says that it understands it. */
import { describe, expect, test } from '@jest/globals';
import type { CalendarResource } from '#lib/calendar/resources/calendar';
import { calendarPath } from '#test/support/calendar/calendar';
import { eventRequests, INVALID } from '#test/support/calendar/event-requests';
import { NINE } from '#test/support/calendar/events';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();

const { insert, refusalOf } = eventRequests(() => fixture);

describe('calendar.events.insert', () => {
  describe('conferences', () => {
    const createRequest = { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } };

    test('CAL-48 are made only for a client that understands them', async () => {
      const without = await insert({ ...NINE, conferenceData: { createRequest } });
      const having = await insert({ ...NINE, conferenceData: { createRequest } }, '?conferenceDataVersion=1');

      expect(without.status).toBe(200);
      expect(without.body).not.toHaveProperty('conferenceData');
      expect(having.body.conferenceData).toMatchObject({
        createRequest: { ...createRequest, status: { statusCode: 'success' } },
        conferenceId: expect.stringMatching(/^[a-z]{3}-[a-z]{4}-[a-z]{3}$/),
        entryPoints: [{ entryPointType: 'video', uri: having.body.hangoutLink }],
      });
    });

    test('are copied with a solution and an entry point', async () => {
      const conferenceData = {
        conferenceSolution: { key: { type: 'addOn' }, name: 'Elsewhere' },
        entryPoints: [{ entryPointType: 'phone', uri: 'tel:+41-44-000-00-00', pin: '1234' }],
      };

      const { body } = await insert({ ...NINE, conferenceData }, '?conferenceDataVersion=1');

      expect(body.conferenceData).toEqual(conferenceData);
      expect(body).not.toHaveProperty('hangoutLink');
    });

    test('of a retired kind are refused', async () => {
      expect(
        await refusalOf(
          {
            ...NINE,
            conferenceData: { createRequest: { requestId: 'r', conferenceSolutionKey: { type: 'eventHangout' } } },
          },
          '?conferenceDataVersion=1',
        ),
      ).toEqual(INVALID);
    });
  });

  test('CAL-50 attachments need a client that understands them, and are 25 at most', async () => {
    const attachments = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        fileUrl: `https://example.com/${String(index)}`,
        title: 'Notes',
      }));

    const without = await insert({ ...NINE, attachments: attachments(1) });
    const having = await insert({ ...NINE, attachments: attachments(25) }, '?supportsAttachments=true');

    expect(without.body).not.toHaveProperty('attachments');
    expect(having.body.attachments).toEqual(attachments(25));
    expect(await refusalOf({ ...NINE, attachments: attachments(26) }, '?supportsAttachments=true')).toEqual(INVALID);
  });

  test('CAL-119 labels are read by clients that know them', async () => {
    const { ask, S } = fixture;
    const calendar = await ask<CalendarResource>('PATCH', calendarPath(S), {
      body: { labelProperties: { eventLabels: [{ name: 'Work', backgroundColor: '#aabbcc' }] } },
    });
    const eventLabelId = calendar.body.labelProperties?.eventLabels?.[0]?.id;

    const before = await insert({ ...NINE, eventLabelId }, '', S);
    const after = await insert({ ...NINE, eventLabelId, colorId: '99' }, '?eventLabelVersion=1', S);

    expect(before.body).not.toHaveProperty('eventLabelId');
    expect(eventLabelId).toEqual(expect.any(String));
    expect(after.body.eventLabelId).toBe(eventLabelId);
    expect(await refusalOf({ ...NINE, eventLabelId: 'play' }, '?eventLabelVersion=1', S)).toEqual(INVALID);
  });
});
