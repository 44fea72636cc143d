import { describe, expect, test } from '@jest/globals';
import { askAs, useAlmanac } from '#test/support/stack/use-almanac';

const EVENTS = 'calendar/v3/calendars/primary/events';
const alice = 'alice@example.com';
const tea = {
  summary: 'Tea',
  start: { dateTime: '2026-12-01T10:00:00Z' },
  end: { dateTime: '2026-12-01T11:00:00Z' },
};

const almanac = useAlmanac({
  seed: async (world) => {
    await askAs(world, alice, ['POST', EVENTS, { ...tea, summary: 'Seeded' }]);
    // Invitations of people who have no calendar yet wait for their first request.
    for (const guest of ['bob@example.com', 'carol@example.com']) await askAs(world, guest, ['GET', EVENTS]);
  },
});

const summaries = async (email = alice): Promise<unknown[]> => {
  const { body } = await askAs(almanac.current, email, ['GET', EVENTS]);
  return (body['items'] as { summary: string }[]).map(({ summary }) => summary);
};
const invite = (email: string) =>
  askAs(almanac.current, alice, ['POST', `${EVENTS}?sendUpdates=all`, { ...tea, attendees: [{ email }] }]);

describe('reset', () => {
  test('takes back what was written, and keeps what was seeded', async () => {
    await askAs(almanac.current, alice, ['POST', EVENTS, tea]);
    expect(await summaries()).toEqual(['Seeded', 'Tea']);

    await almanac.current.reset();

    expect(await summaries()).toEqual(['Seeded']);
  });

  test('takes back what functions did with it, and drops what they had not done yet', async () => {
    await invite('bob@example.com');
    expect(await almanac.current.outbox()).toHaveLength(1);
    expect(await summaries('bob@example.com')).toEqual(['Tea']);
    await invite('carol@example.com');

    await almanac.current.reset();

    expect(await almanac.current.outbox()).toEqual([]);
    expect(await summaries('bob@example.com')).toEqual([]);
    expect(await summaries('carol@example.com')).toEqual([]);
  });

  test('brings back what was deleted, and functions still follow', async () => {
    const { body } = await askAs(almanac.current, alice, ['GET', EVENTS]);
    const [{ id }] = body['items'] as [{ id: string }];
    await askAs(almanac.current, alice, ['DELETE', `${EVENTS}/${id}`]);

    await almanac.current.reset();
    await invite('bob@example.com');

    expect(await summaries()).toEqual(['Seeded', 'Tea']);
    expect(await almanac.current.outbox()).toMatchObject([
      { to: ['bob@example.com'], subject: 'Invitation: Tea', calendar: expect.stringContaining('BEGIN:VEVENT') },
    ]);
  });

  test('a reader of books begins anew', async () => {
    const shelf = 'books/v1/mylibrary/bookshelves/0';
    const countOf = async () => (await askAs(almanac.current, alice, ['GET', shelf])).body['volumeCount'];
    expect(await countOf()).toBe(0);

    await almanac.current.reset();

    expect(await countOf()).toBe(0);
  });

  test('forgets requests, faults and the clock', async () => {
    await almanac.current.faults.add({ status: 500 });
    await almanac.current.clock.set('2031-01-01T00:00:00Z');
    await askAs(almanac.current, alice, ['GET', EVENTS]);

    await almanac.current.reset();

    expect(await almanac.current.requests()).toEqual([]);
    expect((await almanac.current.clock.now()).getFullYear()).toBeLessThan(2031);
    expect((await askAs(almanac.current, alice, ['GET', EVENTS])).status).toBe(200);
  });
});

describe('snapshots', () => {
  test('go back and forth by name', async () => {
    await askAs(almanac.current, alice, ['POST', EVENTS, { ...tea, summary: 'One' }]);
    await almanac.current.snapshot('one');
    await askAs(almanac.current, alice, ['POST', EVENTS, { ...tea, summary: 'Two' }]);
    await almanac.current.snapshot('two');

    await almanac.current.restore('one');
    expect(await summaries()).toEqual(['Seeded', 'One']);
    await almanac.current.restore('two');
    expect(await summaries()).toEqual(['Seeded', 'One', 'Two']);
  });

  test('one that was never taken is not found', async () => {
    await expect(almanac.current.restore('never')).rejects.toThrow("There is no snapshot named 'never'.");
  });
});

test('requests are told with operation, parameters and body, without secrets', async () => {
  await askAs(almanac.current, alice, ['POST', `${EVENTS}?sendUpdates=none`, tea]);
  await fetch(`${almanac.current.url}calendar/v3/colors?key=${almanac.current.key()}`);

  const requests = await almanac.current.requests();

  expect(requests).toMatchObject([
    { method: 'POST', operation: 'calendar.events.insert', query: { sendUpdates: ['none'] }, body: tea, status: 200 },
    { method: 'GET', operation: 'calendar.colors.get', path: '/calendar/v3/colors', query: {}, status: 200 },
  ]);
  expect(JSON.stringify(requests)).not.toContain(almanac.current.key());
});
