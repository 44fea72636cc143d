/** Calls without a body whose parameters come as a form: Ruby's client, and `curl -d`. */
import { describe, expect, test } from '@jest/globals';
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
    const { body } = await post(`${EVENTS}/quickAdd`, as, { text: 'Tea tomorrow at 3pm' });

    const moved = await post(`${EVENTS}/${String(body['id'])}/move?sendUpdates=none`, as, {
      destination: 'nobody@example.com',
    });

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
