/** The documents: README stays short, and every link between documents leads to a file and a heading. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '#test/support/stack/stack-process';

const MAX_README_WORDS = 1_200;

const documents = globSync(['*.md', '{functions,lib,test/tools}/**/*.md'], { cwd: ROOT });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

/** As GitHub makes anchors of headings. */
const anchorsOf = (path: string): string[] =>
  [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (path: string): string[] =>
  [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

function leadsNowhere(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

test(`README has at most ${String(MAX_README_WORDS)} words`, () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(MAX_README_WORDS);
});

test('README leads to every other document', () => {
  const reached = new Set(linksOf('README.md').map((link) => link.split('#')[0]));
  expect(documents.filter((path) => path !== 'README.md' && !reached.has(path))).toEqual([]);
});

test.each(documents)('every link of %s leads to a file and a heading', (path) => {
  expect(linksOf(path).filter((link) => leadsNowhere(path, link))).toEqual([]);
});
