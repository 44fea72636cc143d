/**
 * Calls without a body whose parameters come as a form: Ruby's client, and `curl -d`.
 * @modules own
 */
import { describe, expect, test } from '@jest/globals';
import { handler as calendars } from '#functions/calendar/calendars/index';
import { handler as events } from '#functions/calendar/events/index';
import { requestsTo } from '#test/support/ask';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { MINE, readerOf } from '#test/support/books/shelves';
import { useLibrary } from '#test/support/books/use-library';
import { someone } from '#test/support/people';

const library = useLibrary(CATALOGUE);
const EVENTS = '/calendar/v3/calendars/primary/events';

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const ask = requestsTo(events);
const askCalendars = requestsTo(calendars);

const post = (url: string, as: string, form: Record<string, string>) =>
  ask<Record<string, unknown>>('POST', url, {
    as,
    headers: FORM,
    body: new URLSearchParams(form).toString(),
  });

describe('parameters in a form', () => {
  test('quickAdd takes its text, and system parameters', async () => {
    const { status, body } = await post(`${EVENTS}/quickAdd`, someone(), {
      text: 'Tea & cake tomorrow at 3pm',
      fields: 'summary',
    });

    expect([status, body]).toEqual([200, { summary: 'Tea & cake' }]);
  });

  test('move takes its destination; what stands in the address counts, too', async () => {
    const as = someone();
    const choir = await askCalendars<{ id: string }>('POST', '/calendar/v3/calendars', {
      as,
      body: { summary: 'Choir' },
    });
    const destination = choir.body.id;
    const { body: tea } = await post(`${EVENTS}/quickAdd`, as, { text: 'Tea tomorrow at 3pm' });
    const id = String(tea['id']);

    const moved = await post(`${EVENTS}/${id}/move?fields=summary,organizer/email`, as, { destination });

    expect(moved).toMatchObject({ status: 200, body: { summary: 'Tea', organizer: { email: destination } } });
    expect(await ask('GET', `/calendar/v3/calendars/${destination}/events/${id}`, { as })).toMatchObject({
      status: 200,
      body: { summary: 'Tea', status: 'confirmed' },
    });
    expect(await ask('GET', `${EVENTS}/${id}`, { as })).toMatchObject({ body: { status: 'cancelled' } });
  });

  test('move to a calendar that is not there is a 404 by a form, too', async () => {
    const as = someone();
    const { body } = await post(`${EVENTS}/quickAdd`, as, { text: 'Tea tomorrow at 3pm' });

    const moved = await post(`${EVENTS}/${String(body['id'])}/move`, as, { destination: 'nobody@example.com' });

    expect(moved).toMatchObject({ status: 404, body: { error: { errors: [{ reason: 'notFound' }] } } });
  });

  test('addVolume takes its volume', async () => {
    const alice = readerOf(library);
    const { status } = await library.ask('POST', `${MINE}/3/addVolume`, {
      as: alice.as,
      headers: FORM,
      body: `volumeId=${idOf('flowers')}`,
    });

    expect(status).toBe(204);
    expect(await alice.order(3)).toEqual([idOf('flowers')]);
  });

  test('an operation that has a body takes no form for it', async () => {
    const { status, body } = await post(EVENTS, someone(), { summary: 'Tea' });

    expect([status, body]).toMatchObject([400, { error: { errors: [{ reason: 'parseError' }] } }]);
  });
});
