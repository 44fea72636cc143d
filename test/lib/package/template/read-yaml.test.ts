import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { readYaml } from '#lib/package/template/read-yaml';
import { newFolder } from '#test/support/run/folders/new-folder';

let path: string;
let folder: string;
const read = (): unknown => readYaml(path, folder);
const write = (text: string, time = 1): void => {
  writeFileSync(path, text);
  utimesSync(path, time, time);
};
const keptIn = (): string => join(folder, 'template.yml.json');

beforeEach(() => {
  const parent = newFolder();
  path = join(parent, 'template.yml');
  folder = join(parent, 'cache/');
});

test('functions of CloudFormation, merged keys and every kind of value are read, and read again from what is kept', () => {
  write(
    [
      'base: &base { size: 256, slow: false }',
      'one: { <<: *base, slow: true, nothing: null, part: 0.5 }',
      'two: !Ref Table',
      "three: !GetAtt 'Table.Arn'",
      "four: !Join ['', [a, !Ref B]]",
      "five: !Sub 'x${Y}'",
    ].join('\n'),
  );
  const expected = {
    base: { size: 256, slow: false },
    one: { size: 256, slow: true, nothing: null, part: 0.5 },
    two: { Ref: 'Table' },
    three: { GetAtt: 'Table.Arn' },
    four: { Join: ['', ['a', { Ref: 'B' }]] },
    five: { Sub: 'x${Y}' },
  };

  expect(read()).toEqual(expected);
  expect(existsSync(keptIn())).toBe(true);
  expect(read()).toEqual(expected);
});

test.each([
  ['another text', () => write('a: longer')],
  ['another time', () => write('a: 2', 2)],
])('%s is seen', (_what, change) => {
  write('a: 1');
  read();
  change();

  expect(read()).toEqual({ a: readFileSync(path, 'utf8') === 'a: 2' ? 2 : 'longer' });
});

test('a file of the same name in another folder is read itself', () => {
  write('a: 1');
  read();
  path = join(newFolder(), 'template.yml');
  write('a: 2');

  expect(read()).toEqual({ a: 2 });
});

test('a file that is gone is missed, though it was kept', () => {
  write('a: 1');
  read();
  rmSync(path);

  expect(read).toThrow('ENOENT');
});

test('what is kept is what is read', () => {
  write('a: 1');
  read();
  writeFileSync(keptIn(), readFileSync(keptIn(), 'utf8').replace('{"a":1}', '{"a":"kept"}'));

  expect(read()).toEqual({ a: 'kept' });
});
