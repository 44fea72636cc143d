/** The people of the sample data can be chosen when a client asks for access. */
import type { Seeder } from '#lib/local/sample/seeder';

export const samplePeople: Seeder = {
  name: 'people',
  async seed() {
    const [{ oauthService }, { ALICE, BOB }] = await Promise.all([
      import('#lib/runtime/oauth/dependencies'),
      import('#lib/calendar/sample/people'),
    ]);
    const { people } = oauthService().stores;
    await Promise.all([ALICE, BOB].map((email) => people.put(email, { email })));
  },
};
