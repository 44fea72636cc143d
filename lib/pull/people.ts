/** Many people, a few at a time. What fails for one does not stop the others. */
import { inParallel } from '#lib/api/process/in-parallel';

const PEOPLE_AT_ONCE = 4;

export type Outcome<T> =
  | { readonly email: string; readonly result: T }
  | { readonly email: string; readonly error: Error };

export const pullPeople = <T>(
  emails: readonly string[],
  pullOne: (email: string) => Promise<T>,
): Promise<Outcome<T>[]> =>
  inParallel([...new Set(emails)], PEOPLE_AT_ONCE, async (email) => {
    try {
      return { email, result: await pullOne(email) };
    } catch (error) {
      return { email, error: error instanceof Error ? error : new Error(String(error)) };
    }
  });
