/** The quick form of the attacks of `npm run fuzz`: claims, quota, invitations. */
import { expect, test } from '@jest/globals';
import { useOutbox } from '#test/support/calendar/outbox';
import { useGuests } from '#test/support/calendar/use-guests';
import { forgeClaims } from '#test/tools/fuzz/attacks/forged-claims';
import { inviteHostilely, LETTERS_ENDED } from '#test/tools/fuzz/attacks/hostile-invitations';
import { rotateQuotaUser } from '#test/tools/fuzz/attacks/rotating-quota';

const SEED = 20_260_314;
const outbox = useOutbox();
const fixture = useGuests(outbox.folder, LETTERS_ENDED);

test('no forged claim lets anybody in as somebody else', async () => {
  const { accepted, findings } = await forgeClaims(600, SEED);

  expect(findings).toEqual([]);
  expect(accepted).toBeGreaterThan(50);
});

test('whoever names another quotaUser each time is served no more often, and nobody else less', async () => {
  const { served, findings } = await rotateQuotaUser(80, SEED);

  expect(findings).toEqual([]);
  expect(served).toBeGreaterThan(0);
});

test('hostile invitations are refused or borne, and letters to strangers end', async () => {
  expect(await inviteHostilely(fixture, { rounds: 12, seed: SEED, strangers: 80, outbox: outbox.folder })).toEqual([]);
});
