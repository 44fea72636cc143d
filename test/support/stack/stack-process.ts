/** A stack on a data folder of the test's, in surroundings that are not made for it. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { type LaunchedStack, launchStack } from './launch-stack.ts';
import { NODE_COMPILE_CACHE, stateHome } from './run-program.ts';

export const ROOT = join(import.meta.dirname, '../../..');

/** Of somebody who works with Amazon, too: a stack has nothing to do with that. */
const OWN_ACCOUNT = {
  AWS_PROFILE: 'work',
  AWS_SESSION_TOKEN: 'of-an-hour-ago',
  AWS_USE_FIPS_ENDPOINT: 'true',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
};

export type StackProcess = LaunchedStack;

export const startStackProcess = (dataDir: string, ...options: string[]): Promise<StackProcess> =>
  launchStack(dataDir, ['--port', '0', ...options], {
    ...OWN_ACCOUNT,
    XDG_STATE_HOME: stateHome(),
    LOG: 'off',
    NODE_COMPILE_CACHE,
  });

/** Whether something accepts connections at a URL. */
export const answers = (url: string, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), host);
    socket.setTimeout(2_000);
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false));
  });
