import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stem } from '#lib/books/search/stem';
import { editDistance, nearest, typosOf } from '#lib/books/search/typos';
import { fieldText, fold, plainWords, titleKey, unitsOf } from '#lib/books/search/words';

describe('fold', () => {
  test.each([
    ['Brontë', 'bronte'],
    ['STRASSE Straße', 'strasse strasse'],
    ['Æsop Œuvres', 'aesop oeuvres'],
    ['ﬁnal Ⅻ', 'final xii'],
    ['Ёлка', 'елка'],
    ['ΟΔΥΣΣΕΥΣ Ὀδύσσεια', 'οδυσσευσ οδυσσεια'],
    ['がぎ', 'がぎ'],
    ['한국', '한국'],
    ['أَلْف', 'الف'],
    ['Łódź Ørsted', 'lodz orsted'],
  ])('%s becomes %s', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });
});

describe('words in the index', () => {
  test.each([
    ["O'Brien", ['obrien', 'o', 'brien']],
    ['O’Brien', ['obrien', 'o', 'brien']],
    ['Spider-Man', ['spider', 'man', 'spiderman']],
    ['J.K. Rowling', ['j', 'k', 'rowling', 'jk']],
    ['J. R. R. Tolkien', ['j', 'r', 'r', 'tolkien', 'jrr']],
    ["L'Homme", ['lhomme', 'l', 'homme']],
    ["Alice's Adventures", ['alices', 'adventures', 'alice', 's']],
    ['红楼梦', ['红楼', '楼梦', '梦']],
    ['源氏物語 v2', ['源氏', '氏物', '物語', '語', 'v2']],
    ['', []],
  ])('%s is found under %j', (text, expected) => {
    expect(fieldText([text]).words).toEqual(expected);
  });

  test('text in ASCII is split like any other', () => {
    const pieces = fc.constantFrom(...'abz09', 'A', 'Ed', '.', '. ', '-', "'", '`', ' ', '_', ',', '(', '\n');
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        expect(unitsOf(text)).toEqual(unitsOf(`${text} \u2014 é`).slice(0, -1));
      }),
    );
  });

  test('capitals of a name are also single initials', () => {
    expect(fieldText(['JK Rowling'], { areNames: true }).words).toEqual(['jk', 'rowling', 'j', 'k']);
  });

  test('no phrase runs from one author into the next', () => {
    expect(fieldText(['Jane Austen', 'Mary Shelley']).text).toBe('jane austen \ue000 mary shelley');
    expect(fieldText(['Jane Austen', '', 'Mary Shelley']).text).toBe('jane austen \ue000 mary shelley');
  });

  test('words that are in every title are also indexed by twos, so that titles of nothing else are found', () => {
    expect(fieldText(['It is in the']).text).toMatch(/^it is in the \ue000 \S+/);
  });
});

test.each([
  ['The Odyssey', 'odyssey'],
  ['Les Misérables', 'miserables'],
  ['It', 'it'],
  ['A', 'a'],
])('the key of the title %s is %s', (title, expected) => {
  expect(titleKey(plainWords(title))).toBe(expected);
});

describe('stem', () => {
  test.each([
    ['flower', 'flowers'],
    ['story', 'stories'],
    ['house', 'houses'],
    ['box', 'boxes'],
    ['church', 'churches'],
    ['love', 'loved'],
    ['love', 'loving'],
    ['hope', 'hoping'],
    ['run', 'running'],
    ['walk', 'walked'],
    ['carry', 'carried'],
    ['alice', 'alices'],
  ])('%s and %s are one word', (left, right) => {
    expect(stem(left)).toBe(stem(right));
  });

  test.each([
    ['tim', 'time'],
    ['hop', 'hope'],
    ['king', 'kin'],
    ['bus', 'bu'],
    ['война', 'войны'],
  ])('%s and %s are two words', (left, right) => {
    expect(stem(left)).not.toBe(stem(right));
  });
});

describe('typos', () => {
  test.each([
    ['poter', 'potter', 1],
    ['recieve', 'receive', 1],
    ['kitten', 'sitting', 3],
    ['same', 'same', 0],
  ])('%s and %s are %i apart', (left, right, distance) => {
    expect(editDistance(left, right, 5)).toBe(distance);
  });

  test.each([
    ['hary', 'harry', true],
    ['mary', 'hary', false],
    ['frankenstien', 'frankenstein', true],
    ['shakespere', 'shakespeare', true],
    ['dracla', 'dracula', true],
    ['dracl', 'dracula', false],
  ])('%s may stand for %s: %s', (typed, meant, expected) => {
    expect([...typosOf(typed, [meant])].length > 0).toBe(expected);
  });

  test('of many words that may be meant the closest come first, and of those the ones that begin alike', () => {
    const words = ['shakespear', 'stakespeare', 'bhakespeare', 'shakespeare', 'shakespeares', 'shalespease', 'milton'];

    expect(nearest('shakespeare', typosOf('shakespeare', words), 4)).toEqual([
      'shakespeare',
      'shakespear',
      'shakespeares',
      'stakespeare',
    ]);
  });
});
