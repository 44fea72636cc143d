import { expect, test } from '@jest/globals';
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
