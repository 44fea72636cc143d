/** What test files import as `@jest/globals`: each call reaches the jest-circus that runs the present file. */

let given = {};

export const give = (globals) => {
  given = globals;
};

/** A function of jest-circus with those that hang on it, such as `test.each`. */
const delegate = (get) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => get()(...args),
    get: (_target, name) => get()[name],
  });

export const test = delegate(() => given.test);
export const it = delegate(() => given.it);
export const describe = delegate(() => given.describe);
export const beforeAll = delegate(() => given.beforeAll);
export const beforeEach = delegate(() => given.beforeEach);
export const afterAll = delegate(() => given.afterAll);
export const afterEach = delegate(() => given.afterEach);
export const expect = delegate(() => given.expect);
