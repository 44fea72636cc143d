/** The beginning of tests of invitations: alice, bob and carol have calendars, and nothing is left to be handed on. */
import { onceForAll } from '#test/support/run/fixture';
import { guestsFixture, signUp, type GuestsFixture } from './guests.ts';

/** Mail goes to the folder, if there is one. */
export const useGuests = (outbox?: string): GuestsFixture =>
  onceForAll(
    async () => {
      const fixture = await guestsFixture(outbox);
      await signUp(fixture, fixture.bob, fixture.carol);
      await fixture.settle();
      return fixture;
    },
    (fixture) => fixture.stop(),
  );
