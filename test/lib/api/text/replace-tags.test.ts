import { describe, expect, test } from '@jest/globals';
import { replaceTags } from '#lib/api/text/replace-tags';

const without = (html: string): string => replaceTags(html, () => '');
const keepingBold = (html: string): string => replaceTags(html, (tag) => (/^<\/?b\b/i.test(tag) ? undefined : ''));

describe('tags', () => {
  test.each([
    ['a <i>word</i>', 'a word'],
    ['one < two', 'one < two'],
    ['one < two > three', 'one  three'],
    ['<a title="x">y</a> > z', 'y > z'],
    ['<<<', '<<<'],
    ['<<<b>c', 'c'],
    ['', ''],
  ])('%s without them is %s', (html, expected) => {
    expect(without(html)).toBe(expected);
  });

  test.each([
    ['<b>a</b><script>c</script>', '<b>a</b>c'],
    ['<b <script>alert</script>', '<b alert'],
  ])('%s with some of them left is %s', (html, expected) => {
    expect(keepingBold(html)).toBe(expected);
  });

  test.each(['<scr<x>ipt>', '<<script>script>', '<scr<b>ipt>', '<<b>script>'])(
    'what is left of %s makes no other tag',
    (html) => {
      expect(keepingBold(html)).not.toContain('<script');
    },
  );

  test('a text of nothing but beginnings stays as it is', () => {
    const text = '<br'.repeat(100_000);
    expect(without(text)).toBe(text);
  });
});
