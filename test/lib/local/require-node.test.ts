import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { listen } from '#lib/local/gateway/listen';
import { runProgram } from '#test/support/stack/run-program';

const CHECK = ['--import', './lib/local/require-node.mjs', '--eval', 'console.log("started")'];
/** Nothing is loaded before. */
const AS_GIVEN = { NODE_OPTIONS: '' };
const pretending = (version: string): string[] => [
  '--import',
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`,
];

test.each(['20.19.0', '22.18.0', '23.11.1'])('Node %s is told what is needed, and nothing starts', async (version) => {
  const { code, stdout, stderr } = await runProgram([...pretending(version), ...CHECK], AS_GIVEN);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`needs Node 24 or newer; this is Node ${version}`);
});

test.each(['24.0.0', '25.1.0', '100.0.0'])('Node %s starts', async (version) => {
  expect(await runProgram([...pretending(version), ...CHECK], AS_GIVEN)).toEqual({
    code: 0,
    stdout: 'started\n',
    stderr: '',
  });
});

test.each([
  ['no exceptions', {}],
  ['other exceptions', { NO_PROXY: 'intern.example.com' }],
])('requests to this machine pass by a proxy with %s', async (_exceptions, more) => {
  const { port, stop } = await listen(
    createServer((_request, response) => response.end('here')),
    0,
  );
  const ask = `console.log(await (await fetch('http://127.0.0.1:${String(port)}/')).text(), process.env.NO_PROXY)`;
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1', ...AS_GIVEN, ...more };

  const { stdout } = await runProgram([...CHECK.slice(0, 2), '--input-type=module', '--eval', ask], env);

  await stop();
  expect(stdout).toBe(`here ${[...Object.values(more), '127.0.0.1,localhost'].join()}\n`);
});
