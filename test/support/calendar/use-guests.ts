/** The beginning of tests of invitations: alice, bob and carol have calendars, and nothing is left to be handed on. */
import { onceForAll } from '#test/support/run/fixture';
import { guestsFixture, signUp, type GuestsFixture } from './guests.ts';

/** Mail goes to the folder, if there is one; an error in the log ends the test, unless its message is expected. */
export const useGuests = (outbox?: string, expectedError?: string): GuestsFixture =>
  onceForAll(
    async () => {
      const fixture = await guestsFixture(outbox, expectedError);
      await signUp(fixture, fixture.bob, fixture.carol);
      await fixture.settle();
      return fixture;
    },
    (fixture) => fixture.stop(),
  );
