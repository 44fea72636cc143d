/** People who move in with meetings: guests' copies are neither doubled nor left behind, whoever comes first. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventResource } from '#lib/calendar/resources/event';
import { finishPerson } from '#lib/pull/calendar/finish-person';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { answer, guestRow, guestsFixture, inviting, signUp, type GuestsFixture } from '#test/support/calendar/guests';
import { eventually } from '#test/support/eventually';
import { someone } from '#test/support/people';
import { personAt, pull as pullHere, pulls, type PersonThere } from '#test/support/pull/upstream';
import { newFolder } from '#test/support/run/folders/new-folder';

const NOON = { start: { dateTime: '2026-03-10T11:00:00Z' }, end: { dateTime: '2026-03-10T12:00:00Z' } };
const EVENTS = 'calendars/primary/events';

const outbox = newFolder();
let there: Almanac;
let fixture: GuestsFixture;
beforeAll(async () => {
  [there, fixture] = await Promise.all([startAlmanac({ services: ['calendar'] }), guestsFixture(outbox)]);
});
afterAll(() => Promise.all([there.stop(), fixture.stop()]));

interface Meeting {
  readonly ann: PersonThere;
  readonly bob: PersonThere;
  readonly id: string;
}

/** A meeting of Ann's at the other service; Bob has a copy there, which he has given a colour. */
async function meetingThere(more: EventResource = {}): Promise<Meeting> {
  const [ann, bob] = await Promise.all(['ann', 'bob'].map((name) => personAt(there, someone(name))));
  if (ann === undefined || bob === undefined) throw new Error('nobody is there');
  await bob.ask('GET', EVENTS);
  const { id = '' } = await ann.ask<EventResource>('POST', EVENTS, {
    summary: 'Lunch',
    ...NOON,
    ...inviting(bob.email),
    ...more,
  });
  await eventually(async () => (await bob.ask<{ items: unknown[] }>('GET', EVENTS)).items.length === 1);
  await bob.ask('PATCH', `${EVENTS}/${id}`, { colorId: '5', ...answer(bob.email, 'tentative') });
  await eventually(
    async () => (await ann.ask<EventResource>('GET', `${EVENTS}/${id}`)).attendees?.[0]?.responseStatus === 'tentative',
  );
  return { ann, bob, id };
}

/** Nothing follows from a pull but what it wrote itself. */
async function pull(person: PersonThere): Promise<void> {
  const { stores, clock } = fixture;
  const { untaken } = await pullHere(there, person, { stores, clock });
  expect(untaken).toEqual([]);
  await fixture.settle();
  expect(readdirSync(outbox)).toEqual([]);
}

async function finish({ email }: PersonThere): Promise<void> {
  await finishPerson(email, { pulls, guests: fixture.propagation, holder: 'test' });
  await fixture.settle();
}

const idsOf = async ({ email }: PersonThere): Promise<string[]> =>
  (await fixture.listed(email, 'maxResults=50')).map(({ id }) => id);

describe('a guest whose organizer stays elsewhere', () => {
  test('has the meeting once, and may answer', async () => {
    const { bob, id } = await meetingThere();
    await pull(bob);
    await pull(bob);
    expect(await idsOf(bob)).toEqual([id]);
    expect(guestRow(await fixture.read(bob.email, id), bob.email)).toMatchObject({ responseStatus: 'tentative' });

    expect((await fixture.write(bob.email, 'PATCH', id, answer(bob.email, 'accepted'))).status).toBe(200);
    await fixture.settle();
    expect(guestRow(await fixture.read(bob.email, id), bob.email)).toMatchObject({ responseStatus: 'accepted' });
    expect(await idsOf(bob)).toEqual([id]);
  });
});

describe('one who is switched over later', () => {
  test('and is a guest gets what the organizer has changed here, and has what was taken away no more', async () => {
    const { ann, bob, id } = await meetingThere();
    const { id: second = '' } = await ann.ask<EventResource>('POST', EVENTS, { ...NOON, ...inviting(bob.email) });
    await eventually(async () => (await bob.ask<{ items: unknown[] }>('GET', EVENTS)).items.length === 2);
    await pull(ann);
    await finish(ann);
    await fixture.write(ann.email, 'PATCH', id, { summary: 'Breakfast' });
    await fixture.write(ann.email, 'DELETE', second);
    await fixture.settle();
    await pull(bob);
    expect(await fixture.read(bob.email, id)).toMatchObject({ summary: 'Lunch' });

    await finish(bob);
    expect(await fixture.read(bob.email, id)).toMatchObject({ summary: 'Breakfast', colorId: '5' });
    expect(await idsOf(bob)).toEqual([id]);
    expect(readdirSync(outbox)).toEqual([]);
  });

  test('and is the organizer brings what was changed there, and knows what guests have answered here', async () => {
    const { ann, bob, id } = await meetingThere();
    await pull(bob);
    await pull(ann);
    await finish(bob);
    await fixture.write(bob.email, 'PATCH', id, answer(bob.email, 'accepted'));
    await fixture.settle();
    await ann.ask('PATCH', `${EVENTS}/${id}`, { summary: 'Dinner' });
    await pull(ann);
    const rows = async ({ email }: PersonThere) => guestRow(await fixture.read(email, id), bob.email)?.responseStatus;
    expect([await rows(ann), await rows(bob)]).toEqual(['accepted', 'accepted']);

    await finish(ann);
    expect(await fixture.read(bob.email, id)).toMatchObject({ summary: 'Dinner', colorId: '5' });
    expect([await rows(ann), await rows(bob)]).toEqual(['accepted', 'accepted']);
  });

  test('waits for a pull that is under way, which would bring back what was there', async () => {
    const ann = await personAt(there, someone('ann'));
    await expect(finish(ann)).rejects.toThrow('was never pulled');
    await pull(ann);
    const nowMs = fixture.clock.now().getTime();
    await pulls.lease({ email: ann.email, holder: 'other', nowMs, untilMs: nowMs + 60_000 });
    await expect(finish(ann)).rejects.toThrow('is being pulled by another process');
    expect((await pulls.find(ann.email))?.finishedAtMs).toBeUndefined();
    await pulls.release(ann.email, 'other');
    await finish(ann);
    await expect(pull(ann)).rejects.toThrow('is switched over');
  });

  test('gives no copies to those who have none, or have deleted theirs', async () => {
    const { ann, bob, id } = await meetingThere();
    await signUp(fixture, bob.email);
    await pull(ann);
    await finish(ann);
    expect([await idsOf(ann), await idsOf(bob)]).toEqual([[id], []]);

    const other = await meetingThere();
    await pull(other.bob);
    await fixture.write(other.bob.email, 'DELETE', other.id);
    await pull(other.ann);
    await finish(other.bob);
    await finish(other.ann);
    expect([await idsOf(other.ann), await idsOf(other.bob)]).toEqual([[other.id], []]);
  });
});

describe.each([
  ['guest', 'organizer'],
  ['organizer', 'guest'],
])('when the %s moves in before the %s', (first) => {
  const arrive = async ({ ann, bob }: Meeting): Promise<void> => {
    const [one, other] = first === 'guest' ? [bob, ann] : [ann, bob];
    await pull(one);
    await pull(other);
    await finish(one);
    await finish(other);
  };

  test('the meeting is there once, and changes and answers reach the other', async () => {
    const meeting = await meetingThere();
    const { ann, bob, id } = meeting;
    await arrive(meeting);
    expect([await idsOf(ann), await idsOf(bob)]).toEqual([[id], [id]]);

    await fixture.write(ann.email, 'PATCH', id, { summary: 'Late lunch', location: 'Roof' });
    await fixture.settle();
    expect(await fixture.read(bob.email, id)).toMatchObject({ summary: 'Late lunch', location: 'Roof', colorId: '5' });
    await fixture.write(bob.email, 'PATCH', id, answer(bob.email, 'accepted', { comment: 'Yes' }));
    await fixture.settle();
    const { attendees } = await fixture.read(ann.email, id);
    expect(attendees).toEqual([expect.objectContaining({ responseStatus: 'accepted', comment: 'Yes' })]);
    expect([await idsOf(ann), await idsOf(bob)]).toEqual([[id], [id]]);

    await fixture.write(ann.email, 'DELETE', id);
    await fixture.settle();
    expect(await idsOf(bob)).toEqual([]);
  });

  test('so it is with a series and its exceptions', async () => {
    const meeting = await meetingThere({
      start: { ...NOON.start, timeZone: 'UTC' },
      end: { ...NOON.end, timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
    });
    const { ann, bob, id } = meeting;
    const [second, third] = [`${id}_20260311T110000Z`, `${id}_20260312T110000Z`] as const;
    await ann.ask('PATCH', `${EVENTS}/${second}`, { summary: 'Special' });
    await eventually(async () => (await bob.ask<EventResource>('GET', `${EVENTS}/${second}`)).summary === 'Special');
    await arrive(meeting);
    const before = (await fixture.listed(bob.email, 'singleEvents=true')).map(({ summary }) => summary);
    expect(before.toSorted()).toEqual(['Lunch', 'Lunch', 'Lunch', 'Special']);

    await fixture.write(ann.email, 'PATCH', third, { summary: 'Other' });
    await fixture.write(ann.email, 'DELETE', second);
    await fixture.write(bob.email, 'PATCH', `${id}_20260313T110000Z`, answer(bob.email, 'declined'));
    await fixture.settle();
    const after = await fixture.listed(bob.email, 'singleEvents=true');
    expect(after.map(({ summary }) => summary).toSorted()).toEqual(['Lunch', 'Lunch', 'Other']);
    const answered = await fixture.read(ann.email, `${id}_20260313T110000Z`);
    expect(guestRow(answered, bob.email)?.responseStatus).toBe('declined');
  });
});
