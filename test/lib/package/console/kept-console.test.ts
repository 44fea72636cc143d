import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { keptConsole } from '#lib/package/console/kept-console';
import { newFolder } from '#test/support/run/folders/new-folder';

let source: string;
let file: string;
let bundled: number;
const bundle = () => {
  bundled += 1;
  const texts = { 'main.js': existsSync(source) ? readFileSync(source, 'utf8') : '' };
  return Promise.resolve({ index: { script: 'main.js' }, texts, sources: existsSync(source) ? [source] : [] });
};
const write = (text: string, time = 1): void => {
  writeFileSync(source, text);
  utimesSync(source, time, time);
};
/** Its own bundler is not among the stamps of another checkout. */
const forgetBundler = (): void => {
  const { stamps, ...kept } = JSON.parse(readFileSync(file, 'utf8')) as { stamps: Record<string, string> };
  writeFileSync(file, JSON.stringify({ ...kept, stamps: { [source]: stamps[source] } }));
};
const load = async () => (await keptConsole(file, bundle)).texts['main.js'];

beforeEach(() => {
  const folder = newFolder();
  source = join(folder, 'main.tsx');
  file = join(folder, 'cache', 'console.json');
  bundled = 0;
  write('one');
});

test('what was bundled is given again, whole', async () => {
  const first = await keptConsole(file, bundle);

  expect(await keptConsole(file, bundle)).toEqual(first);
  expect(first).toEqual({ index: { script: 'main.js' }, texts: { 'main.js': 'one' } });
  expect(bundled).toBe(1);
});

test.each([
  ['another text', () => write('longer')],
  ['another time', () => write('one', 2)],
  ['no source any more', () => rmSync(source)],
  ['another checkout with the same packages', forgetBundler],
  ['a file that was cut short', () => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5))],
])('it is bundled again after %s', async (_what, change) => {
  await load();
  change();
  const expected = existsSync(source) ? readFileSync(source, 'utf8') : '';

  expect(await load()).toBe(expected);
  expect(await load()).toBe(expected);
  expect(bundled).toBe(2);
});

test('where nothing can be written, it is bundled each time', async () => {
  file = join(source, 'console.json');

  expect([await load(), await load()]).toEqual(['one', 'one']);
  expect(bundled).toBe(2);
});

test('a source that was saved while it was bundled is read again', async () => {
  const saveMeanwhile = async () => {
    const made = await bundle();
    write('two', Date.now() / 1000 + 60);
    return made;
  };
  await keptConsole(file, saveMeanwhile);

  expect(await load()).toBe('two');
});
