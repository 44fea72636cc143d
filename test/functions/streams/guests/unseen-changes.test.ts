/** What a guest's sync does not tell must not change what the guest has. */
import { describe, expect, test } from '@jest/globals';
import { TUESDAYS } from '#test/support/calendar/calendar';
import { answer } from '#test/support/calendar/guests';
import { useGuests } from '#test/support/calendar/use-guests';

const fixture = useGuests();

const series = async () => {
  const { id } = await fixture.meeting(TUESDAYS);
  return { id, second: `${id}_20260324T130000Z`, third: `${id}_20260331T120000Z` };
};
const idsSince = async (who: string, token: string) =>
  (await fixture.listed(who, `syncToken=${encodeURIComponent(token)}`)).map(({ id }) => id);

describe("a guest's copy of a series", () => {
  test.each(['PATCH', 'DELETE'])('stays as it is when the organizer changes one instance (%s)', async (method) => {
    const { alice, bob, clock } = fixture;
    const { id, second } = await series();
    const before = await fixture.read(bob, id);
    const token = await fixture.syncToken(bob);
    clock.pass({ minutes: 5 });

    await fixture.write(alice, method, second, method === 'PATCH' ? { summary: 'Other' } : undefined);
    await fixture.settle();

    expect(await idsSince(bob, token)).toEqual([second]);
    expect(await fixture.read(bob, id)).toEqual(before);
    expect((await fixture.read(bob, id)).etag).toBe(before.etag);
  });

  test('stays as it is when the guest answers for one instance, and so does that of the others', async () => {
    const { alice, bob, carol, clock } = fixture;
    const { id, second } = await series();
    const people = [alice, bob, carol];
    const before = await Promise.all(people.map((who) => fixture.read(who, id)));
    clock.pass({ minutes: 5 });

    await fixture.write(bob, 'PATCH', second, answer(bob, 'accepted'));
    await fixture.settle();

    expect(await Promise.all(people.map((who) => fixture.read(who, id)))).toEqual(before);
  });

  test("stays as the guest's own answer has left it, once the organizer has that answer", async () => {
    const { bob, clock } = fixture;
    const { id } = await series();
    await fixture.write(bob, 'PATCH', id, answer(bob, 'accepted'));
    const answered = await fixture.read(bob, id);
    const token = await fixture.syncToken(bob);
    clock.pass({ minutes: 5 });

    await fixture.settle();

    expect(await idsSince(bob, token)).toEqual([]);
    expect(await fixture.read(bob, id)).toEqual(answered);
  });

  test('has the status of the series on instances that have none of their own', async () => {
    const { alice, bob } = fixture;
    const { id, second, third } = await series();
    await fixture.write(alice, 'PATCH', second, { summary: 'Other' });
    await fixture.write(alice, 'PATCH', third, { status: 'tentative' });
    await fixture.settle();

    await fixture.write(alice, 'PATCH', id, { status: 'tentative' });
    await fixture.write(alice, 'PATCH', third, { status: 'confirmed' });
    await fixture.settle();

    expect(await fixture.read(bob, second)).toMatchObject({ status: 'tentative', summary: 'Other' });
    expect((await fixture.read(bob, third)).status).toBe('confirmed');
  });
});
