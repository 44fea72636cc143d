import { beforeAll, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import { Meter, withMeter } from '#lib/api/process/meter';
import { addEvent, eventsPath, refusal, TUESDAYS, type AnsweredEvent } from '#test/support/calendar/calendar';
import { answer, inviting, NOON, guestRow, signUp } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const PEOPLE = 30;
/** As many as a meeting may have and still tell its guests how the others answer. */
const GUESTS = 200;

const fixture = useGuests();
let people: string[];
beforeAll(async () => {
  people = Array.from({ length: PEOPLE }, (_, index) => `person-${String(index)}-${fixture.bob}`);
  await signUp(fixture, ...people);
});

const crowdOf = (length: number): string[] =>
  Array.from({ length }, (_, index) => `guest-${String(index)}@elsewhere.example`);
async function meeting(guests: readonly string[], more: object = NOON): Promise<AnsweredEvent> {
  const event = await addEvent(fixture, { summary: 'All hands', ...more, ...inviting(...guests) });
  await fixture.settle();
  return event;
}
const answersIn = ({ attendees }: AnsweredEvent) =>
  attendees.map(({ email, responseStatus }) => `${email ?? ''} ${responseStatus ?? ''}`);

/** Hands over what has changed, once, and tells what that asked of the database. */
async function spread(): Promise<{ writes: number; reads: number; capacity: number }> {
  const Records = await fixture.records();
  const meter = new Meter();
  await withMeter(meter, () => propagator(fixture.propagation)({ Records }));
  const writes = meter.calls.filter(({ name }) => name.includes('Write')).length;
  return { writes, reads: meter.calls.length - writes, capacity: meter.capacity };
}

describe('a meeting of 200', () => {
  test.each([
    ['once', NOON],
    ['every Tuesday', TUESDAYS],
  ])('%s: a change is read together, written once for each calendar, and small', async (_name, when) => {
    const event = await meeting([...people, ...crowdOf(GUESTS - PEOPLE)], when);

    await fixture.write(fixture.alice, 'PATCH', event.id, { summary: 'Everybody' });
    const { writes, reads, capacity } = await spread();

    expect(writes).toBe(PEOPLE);
    expect(reads).toBeLessThanOrEqual(8);
    // Rows as they are on the wire would take about 140 units for each.
    expect(capacity / PEOPLE).toBeLessThan(70);
    const copy = await fixture.read(people[7] ?? '', event.id);
    expect([copy.summary, copy.attendees.length]).toEqual(['Everybody', GUESTS]);
  });

  test('who all answer at once: the organizer hears them together, and so do the guests', async () => {
    const { alice, read, write } = fixture;
    const event = await meeting([...people, ...crowdOf(GUESTS - PEOPLE)]);
    for (const [index, who] of people.entries())
      await write(who, 'PATCH', event.id, answer(who, index % 2 === 0 ? 'accepted' : 'declined'));

    expect((await spread()).writes).toBe(1);
    expect((await spread()).writes).toBe(PEOPLE);
    expect(await spread()).toEqual({ writes: 0, reads: 0, capacity: 0 });

    const expected = [
      ...people.map((who, index) => `${who} ${index % 2 === 0 ? 'accepted' : 'declined'}`),
      ...crowdOf(GUESTS - PEOPLE).map((who) => `${who} needsAction`),
    ];
    for (const who of [alice, ...people.slice(0, 3)]) expect(answersIn(await read(who, event.id))).toEqual(expected);
    expect((await read(alice, event.id)).sequence).toBe(0);
  });

  test('to one instance of a series, too', async () => {
    const { alice, read, write, settle } = fixture;
    const series = await meeting(people, TUESDAYS);
    const second = `${series.id}_20260324T130000Z`;
    for (const who of people) await write(who, 'PATCH', second, answer(who, 'declined'));

    expect((await spread()).writes).toBe(1);
    await settle();

    for (const who of [alice, people[3] ?? '']) {
      expect(new Set((await read(who, second)).attendees.map(({ responseStatus }) => responseStatus))).toEqual(
        new Set(['declined']),
      );
      expect(new Set((await read(who, series.id)).attendees.map(({ responseStatus }) => responseStatus))).toEqual(
        new Set(['needsAction']),
      );
    }
  });
});

describe('a meeting whose guests do not see each other', () => {
  test('writes no copy but that of the guest who answers, and shows all answers when they may see each other', async () => {
    const { alice, read, write, settle } = fixture;
    const [first = '', second = ''] = people;
    const event = await meeting(people, { ...NOON, guestsCanSeeOtherGuests: false });
    await write(first, 'PATCH', event.id, answer(first, 'accepted'));

    expect((await spread()).writes).toBe(1);
    expect((await spread()).writes).toBe(1);
    expect(guestRow(await read(alice, event.id), first)).toMatchObject({ responseStatus: 'accepted' });
    expect((await read(second, event.id)).attendees.map(({ email }) => email)).toEqual([second]);

    await write(alice, 'PATCH', event.id, { guestsCanSeeOtherGuests: true });
    await settle();
    expect(guestRow(await read(second, event.id), first)).toMatchObject({ responseStatus: 'accepted' });
    expect(answersIn(await read(second, event.id))).toEqual(answersIn(await read(alice, event.id)));
  });

  test.each([1, 2, 3])('shows the answers to one instance, too, after %i of them', async (count) => {
    const { alice, read, write, settle } = fixture;
    const [first = '', second = ''] = people;
    const series = await meeting(people.slice(0, 3), { ...TUESDAYS, guestsCanSeeOtherGuests: false });
    const instance = `${series.id}_20260324T130000Z`;
    for (const responseStatus of ['tentative', 'accepted', 'declined'].slice(0, count)) {
      await write(first, 'PATCH', instance, answer(first, responseStatus));
      await settle();
      await write(alice, 'PATCH', instance, { location: responseStatus });
      await settle();
    }

    await write(alice, 'PATCH', series.id, { guestsCanSeeOtherGuests: true });
    await settle();

    expect(guestRow(await read(alice, instance), first)?.responseStatus).not.toBe('needsAction');
    expect(answersIn(await read(second, instance))).toEqual(answersIn(await read(alice, instance)));
  });
});

describe('a larger meeting', () => {
  test('of more than 200 guests keeps the answers of the others to itself', async () => {
    const { alice, bob, carol, read, write, settle } = fixture;
    const event = await meeting([bob, carol, ...crowdOf(199)]);

    await write(bob, 'PATCH', event.id, answer(bob, 'accepted'));
    await settle();

    expect(guestRow(await read(alice, event.id), bob)).toMatchObject({ responseStatus: 'accepted' });
    expect(guestRow(await read(carol, event.id), bob)).toMatchObject({ responseStatus: 'needsAction' });
    expect(guestRow(await read(bob, event.id), bob)).toMatchObject({ responseStatus: 'accepted' });
  });

  test('is found by the address of a guest, and lists only the own row where that is asked for', async () => {
    const { bob, ask } = fixture;
    const event = await meeting([bob, ...crowdOf(40)]);
    const list = async (query: string) =>
      (await ask<{ items: AnsweredEvent[] }>('GET', `${eventsPath()}?${query}`, { as: bob })).body.items.filter(
        ({ id }) => id === event.id,
      );

    expect(await list('q=guest-39')).toHaveLength(1);
    expect(
      (await list('q=guest-39&maxAttendees=1')).map(({ attendees, attendeesOmitted }) => ({
        attendees,
        attendeesOmitted,
      })),
    ).toEqual([{ attendees: [{ email: bob, responseStatus: 'needsAction', self: true }], attendeesOmitted: true }]);
  });

  test('cannot grow beyond 500 by what guests add', async () => {
    const { bob, write } = fixture;
    const event = await meeting([bob, ...crowdOf(499)]);

    expect(refusal(await write(bob, 'PATCH', event.id, inviting(bob, 'one-more@elsewhere.example')))).toMatchObject({
      status: 400,
      reason: 'invalid',
    });
  });
});
