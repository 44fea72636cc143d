import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import './keep-compiled-code.mjs';

const { constants, createContext } = vm;

/** What jest defines once and for all in a context; here it does so again for each test file. */
const OF_JEST = [
  ...['promise', 'now', 'read-file', 'write-file', 'exists-file'].map((name) => Symbol.for(`jest-native-${name}`)),
  'jest-symbol-do-not-touch',
];

/**
 * The context of all test files of this process, with globals that are looked up as everywhere else. jest's own asks a
 * proxy for each `Math` and `Date`, so that arithmetic takes up to ten times as long:
 * https://nodejs.org/api/vm.html#vmconstantsdont_contextify
 */
const context = createContext(constants.DONT_CONTEXTIFY);
for (const name of OF_JEST) Object.defineProperty(context, name, { configurable: true, value: undefined });

/** What `expect` keeps, new for each test file: it would define it once and for all. */
const newMatchers = () => ({
  customEqualityTesters: [],
  matchers: Object.create(null),
  state: {
    assertionCalls: 0,
    expectedAssertionsNumber: null,
    isExpectingAssertions: false,
    numPassingAsserts: 0,
    suppressedErrors: [],
  },
});

/** The globals that every test file finds, as the first found them. */
let globals;

/** What a file has left behind goes; who logs after the end of a file is still to meet the console that says so. */
function restoreGlobals() {
  for (const name of Reflect.ownKeys(context)) if (!Object.hasOwn(globals, name)) Reflect.deleteProperty(context, name);
  const { console: _console, ...others } = globals;
  Object.defineProperties(context, others);
}

/** jest's environment for Node in a context that files share, so that they can share packages: see runtime.mjs. */
export default class Environment extends TestEnvironment {
  constructor(config, given) {
    vm.createContext = () => context;
    try {
      super(config, given);
    } finally {
      vm.createContext = createContext;
    }
    globals ??= Object.getOwnPropertyDescriptors(context);
    const descriptor = { configurable: true, value: newMatchers() };
    Object.defineProperty(context, Symbol.for('$$jest-matchers-object'), descriptor);
  }

  async teardown() {
    await super.teardown();
    restoreGlobals();
  }
}
