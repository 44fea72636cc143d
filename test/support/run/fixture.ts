/** What a test file begins with, as one object: a hook makes it before the tests, another one ends it. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

type Hook = typeof beforeAll;
type Make<Thing> = () => Promise<Thing>;
type End<Thing> = (made: Thing) => unknown;

function madeBetween<Thing extends object>(before: Hook, after: Hook, make: Make<Thing>, end?: End<Thing>): Thing {
  const made = {} as Thing;
  let isMade = false;
  before(async () => {
    Object.assign(made, await make());
    isMade = true;
  });
  if (end !== undefined)
    after(async () => {
      if (isMade) await end(made);
      isMade = false;
    });
  return new Proxy(made, {
    get(target, key, receiver) {
      if (!isMade) throw new Error(`A fixture is there when tests and hooks run: ${String(key)} was read before.`);
      return Reflect.get(target, key, receiver);
    },
  });
}

/** One for all tests of the file, or of the `describe` that calls this. */
export const onceForAll = <Thing extends object>(make: Make<Thing>, end?: End<Thing>): Thing =>
  madeBetween(beforeAll, afterAll, make, end);

/** A new one for each test. */
export const newForEach = <Thing extends object>(make: Make<Thing>, end?: End<Thing>): Thing =>
  madeBetween(beforeEach, afterEach, make, end);
