import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import './keep-compiled-code.mjs';

const { constants, createContext } = vm;

/**
 * jest's environment for Node, with globals that are looked up as everywhere else. Its own context asks a proxy for
 * each `Math` and `Date`, so that arithmetic takes up to ten times as long:
 * https://nodejs.org/api/vm.html#vmconstantsdont_contextify
 */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    vm.createContext = () => createContext(constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
