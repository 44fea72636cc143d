import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLambda, type LambdaProcess } from './lambda-process.ts';

let folder: string;
let taskRoot: string;
let temporary: string;
let running: LambdaProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-lambda-'));
  [taskRoot, temporary] = [mkdtempSync(join(folder, 'task-')), mkdtempSync(join(folder, 'tmp-'))];
});
afterEach(async () => {
  await running?.kill();
  running = undefined;
  rmSync(folder, { recursive: true });
});

async function started(module: string, change: { readonly memoryMb?: number } = {}): Promise<LambdaProcess> {
  writeFileSync(join(taskRoot, 'index.mjs'), module);
  const environment = { SETTING: 'of the template' };
  const target = {
    name: 'almanac-prod-echo',
    handler: 'index.handler',
    memoryMb: 512,
    timeoutSeconds: 30,
    environment,
    ...change,
  };
  running = await startLambda(target, { taskRoot, temporary });
  return running;
}

test('a function has its event, its context and its environment, and is loaded once', async () => {
  const { invoke } = await started(`
    let count = 0;
    export const handler = async (event, { functionName, awsRequestId, getRemainingTimeInMillis }) => ({
      event, functionName, count: (count += 1), id: typeof awsRequestId, hasTime: getRemainingTimeInMillis() > 1000,
      setting: process.env.SETTING, names: Object.keys(process.env).filter((name) => /^(npm|JEST)_/.test(name)),
    });
  `);

  const { answer, processorMs, memoryMb } = await invoke({ text: 'ä' });
  const second = await invoke([]);

  const same = {
    functionName: 'almanac-prod-echo',
    id: 'string',
    hasTime: true,
    setting: 'of the template',
    names: [],
  };
  expect(answer).toEqual({ ...same, event: { text: 'ä' }, count: 1 });
  expect(second.answer).toEqual({ ...same, event: [], count: 2 });
  expect(processorMs).toBeGreaterThan(1);
  expect(memoryMb).toBeGreaterThan(10);
});

test('it writes to its /tmp, and nowhere else; it reads its own files, and no others', async () => {
  const secret = join(folder, 'package.json');
  writeFileSync(secret, '{}');
  const { invoke } = await started(`
    import { readFileSync, writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    const code = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
    export const handler = async () => [
      code(() => writeFileSync(process.env.LAMBDA_TASK_ROOT + '/index.mjs', '')),
      code(() => writeFileSync(tmpdir() + '/mine', 'x')),
      code(() => readFileSync(${JSON.stringify(secret)})),
      code(() => readFileSync(process.env.LAMBDA_TASK_ROOT + '/index.mjs')),
    ];
  `);

  expect((await invoke({})).answer).toEqual(['ERR_ACCESS_DENIED', 'done', 'ERR_ACCESS_DENIED', 'done']);
  expect(readFileSync(join(temporary, 'mine'), 'utf8')).toBe('x');
});

test('what a handler throws is an error of the function, and the next event is answered', async () => {
  const { invoke } = await started(
    "export const handler = async (isBad) => { if (isBad) throw new TypeError('no'); return 'yes'; };",
  );

  await expect(invoke(true)).rejects.toThrow('TypeError: no');
  await expect(invoke(false)).resolves.toMatchObject({ answer: 'yes' });
});

test('a module that cannot be loaded is said so', async () => {
  const { invoke } = await started("import 'left-out-of-the-zip'; export const handler = () => 1;");

  await expect(invoke({})).rejects.toThrow("Cannot find package 'left-out-of-the-zip'");
});

test('more memory than the function has ends it', async () => {
  const { invoke } = await started(
    'export const handler = async () => { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)); };',
    { memoryMb: 128 },
  );

  await expect(invoke({})).rejects.toThrow(/ended with[^]*heap/);
});

test('a frozen function answers when it is thawed; a killed one never', async () => {
  const { invoke, freeze, thaw, kill } = await started(
    'export const handler = (event) => (event === 0 ? new Promise(() => setInterval(() => {}, 1000)) : event);',
  );
  await invoke(1);
  freeze();
  const answer = invoke(2);
  thaw();
  expect((await answer).answer).toBe(2);

  const lost = invoke(0);
  await Promise.all([kill(), expect(lost).rejects.toThrow('ended with SIGKILL')]);
  running = undefined;
});
