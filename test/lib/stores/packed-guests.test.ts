import { describe, expect, test } from '@jest/globals';
import { packGuests, unpackGuests } from '#lib/stores/dynamodb/calendar/items/packed-guests';
import { storedLunch } from '#test/support/calendar/meetings';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email: `gäst-${String(index)}@example.com`,
    responseStatus: 'needsAction',
    comment: '“maybe” 🙂',
  }));

describe('the guests of an event', () => {
  test('of a small meeting stay as they are', () => {
    const event = storedLunch({ attendees: rows(9) });

    expect(packGuests(event)).toEqual({ event });
  });

  test('of a large one come back as they were, from the table and from its stream', () => {
    const event = storedLunch({ attendees: rows(200), heard: { 'gäst-7@example.com': 12 } });

    const { event: rest, guests } = packGuests(event);

    const { attendees, heard, ...others } = event;
    expect(rest).toEqual(others);
    expect(guests?.length).toBeLessThan(JSON.stringify(attendees).length / 5);
    expect(unpackGuests(guests)).toEqual({ attendees, heard });
    expect(unpackGuests(Buffer.from(guests ?? []).toString('base64'))).toEqual({ attendees, heard });
  });
});
