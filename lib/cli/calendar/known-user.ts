/** A mistyped address would be a new user, without a word. */
import type { CalendarStores } from '#lib/calendar/stores/all';
import { StartupError } from '#lib/command/startup-error';

export async function requireKnownUser(email: string, { users }: Pick<CalendarStores, 'users'>): Promise<void> {
  if ((await users.find(email)) !== undefined) return;
  throw new StartupError(
    `Nobody has used ${email} here. Is it typed correctly? A user exists after the first request. ` +
      'Use --force if you mean this address.',
  );
}
