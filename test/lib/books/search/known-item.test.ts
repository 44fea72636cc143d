import { afterAll, describe, expect, test } from '@jest/globals';
import { indexOf } from '#test/support/books/index-of';

const book = (key: string, title: string, author: string, more = {}) => ({ key, title, authors: [author], ...more });

const index = indexOf([
  book('hobbit', 'The Hobbit', 'J. R. R. Tolkien'),
  book('annotated-hobbit', 'The Annotated Hobbit', 'J. R. R. Tolkien', { ratingsCount: 9000, averageRating: 4 }),
  book('three-hobbits', 'Three Hobbit Songs', 'Ann Thrush'),
  book('shining', 'The Shining', 'Stephen King', { ratingsCount: 100, averageRating: 4 }),
  book('it', 'It', 'Stephen King'),
  book('kingship', 'Kingship in Europe', 'Paul Weber', { description: 'With letters by Steven and the last king.' }),
  book('third', 'The Third Policeman', "Flann O'Brien"),
  book('bird', 'At Swim-Two-Birds', "Flann O'Brien"),
  book('brien', 'Brien Castle', 'O. Hara'),
  book('to-morrow', 'To-morrow', 'Joseph Conrad'),
  book('tomorrow-land', 'A Land for Tomorrow', 'June Falk', { ratingsCount: 9000, averageRating: 5 }),
  book('overmorrow', 'The Day After', 'June Falk', { description: 'What comes to us after tomorrow.' }),
  book('hunger', 'The Hunger Games', 'Suzanne Collins', { series: { title: 'The Hunger Games', number: '1' } }),
  book('catching', 'Catching Fire', 'Suzanne Collins', { series: { title: 'The Hunger Games', number: '2' } }),
  book('mockingjay', 'Mockingjay', 'Suzanne Collins', { series: { title: 'The Hunger Games', number: '3' } }),
  book('year', 'Nineteen Eighty-Four', 'George Orwell', { alternates: ['1984'] }),
  book('wuthering', 'Wuthering Heights', 'Emily Brontë'),
  book('heights', 'Heights and Weather', 'Walter Ing'),
  book('phantom', 'The Phantom of the Opera', 'Gaston Leroux'),
  book('towers', 'The Lord of the Rings', 'J. R. R. Tolkien', { part: 'Part 2, The Two Towers' }),
  book('genji', 'Genji monogatari', 'Murasaki Shikibu', {
    alternates: ['源氏物語', '紫式部'],
    subjects: ['Courts and courtiers -- Japan'],
  }),
]);
afterAll(() => {
  index.close();
});

describe('the first of what somebody finds who knows the book', () => {
  test.each([
    ['a slip corrected, and then the exact title', 'hobbitt', 'hobbit'],
    ['a slip in a short word', 'thr hobbit', 'hobbit'],
    ['a space for an apostrophe', 'o brien policeman', 'third'],
    ['no apostrophe', 'obrien policeman', 'third'],
    ['no hyphen', 'tomorrow', 'to-morrow'],
    ['a space for a hyphen', 'to morrow', 'to-morrow'],
    ['a name as it sounds', 'steven king', 'shining'],
    ['a name as it sounds, with a word of the title', 'steven king shining', 'shining'],
    ['a title as it sounds', 'fantom opera', 'phantom'],
    ['joined words', 'wutheringheights', 'wuthering'],
    ['a split word', 'wuther ing heights', 'wuthering'],
    ['a number in a series', 'hunger games 2', 'catching'],
    ['a part of a work', 'two towers', 'towers'],
    ['the number of a part', 'lord of the rings part 2', 'towers'],
    ['a title in another script', '源氏', 'genji'],
    ['a title in another script, by its field', 'intitle:源氏物語', 'genji'],
    ['a name in another script', 'inauthor:紫式部', 'genji'],
    ['a heading of the catalogue', 'subject:courtiers', 'genji'],
  ])('%s: %s', (_, q, expected) => {
    expect(index.search(q).keys[0]).toBe(expected);
  });

  test("all of O'Brien's", () => {
    expect(index.search('o brien').keys.toSorted()).toEqual(expect.arrayContaining(['bird', 'third']));
  });

  test('a few weak hits are still there behind what was probably meant', () => {
    expect(index.search('steven king').keys.toSorted()).toEqual(['it', 'kingship', 'shining']);
  });

  test('words that some volume has in its names are taken as they are', () => {
    expect(index.search('weather heights')).toEqual({ totalItems: 1, keys: ['heights'] });
    expect(index.search('brien castle').keys).toEqual(['brien']);
  });

  test('a number is not corrected', () => {
    expect(index.search('orwell 1984').keys).toEqual(['year']);
    expect(index.search('orwell 1985').keys).toEqual([]);
  });

  test('one word that is spelled right finds nothing else, however weak', () => {
    expect(index.search('letters').keys).toEqual(['kingship']);
  });
});
