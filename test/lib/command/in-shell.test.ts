import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { inShell } from '#lib/command/in-shell';

const TEXTS = [
  '',
  '.almanac',
  '/home/ann/world.yaml',
  'My Calendars',
  "Ann's folder",
  "''",
  '100% (new) [1]',
  '$HOME `id` $(id) \\',
  '*?~#!&;|<>"',
  'ü 日本',
  'two\nlines',
];

test('a shell takes it as one word, and as it is', () => {
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${TEXTS.map(inShell).join(' ')}`], { encoding: 'utf8' });

  expect(words.split('\0').slice(0, -1)).toEqual(TEXTS);
});

test.each(['.almanac', '/srv/data-1', 'alice@example.com'])('%s needs no quotes', (text) => {
  expect(inShell(text)).toBe(text);
});
