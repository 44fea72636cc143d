import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchFilters } from '#lib/books/search/filters';
import { parseQuery } from '#lib/books/search/query';
import { type IndexReader, readIndex } from '#lib/stores/search-index/volume-index-reader';
import { writeIndex } from '#lib/stores/search-index/volume-index-writer';
import { sampleVolumes } from '#test/support/books/sample-volumes';
import { newFolder } from '#test/support/run/folders/new-folder';

const folder = newFolder();
let index: IndexReader;
const keys = new Map<string, string>();

beforeAll(async () => {
  const writer = writeIndex(join(folder, 'index.sqlite'));
  for (const volume of await sampleVolumes()) {
    keys.set(volume.id, volume.sourceKey.replace('csv:', ''));
    writer.apply([{ id: volume.id, outcome: 'added', volume }]);
  }
  writer.close();
  index = readIndex(join(folder, 'index.sqlite'));
});
afterAll(() => {
  index.close();
});

const search = (q: string, maxResults = 10) => {
  const filters = searchFilters({ showPreorders: false }, 'US', '2026-01-01');
  const { ids, totalItems } = index.search({
    query: parseQuery(q),
    filters,
    orderBy: 'relevance',
    startIndex: 0,
    maxResults,
  });
  return { totalItems, found: ids.map((id) => keys.get(id)) };
};

/** Written down before anything about the ranking was tuned: what a librarian would hand over first. */
describe('the first hit', () => {
  test.each([
    ['emma', 'emma-1815'],
    ['persuasion', 'persuasion-1817'],
    ['austen emma', 'emma-1815'],
    ['sense sensibility', 'sense-and-sensibility-1811'],
    ['northanger', 'northanger-abbey-1817'],
    ['the odyssey', 'the-odyssey-1900'],
    ['odyssey butler', 'the-odyssey-1900'],
    ['odyssey pope', 'the-odyssey-of-homer-1725'],
    ['a tale of two cities', 'a-tale-of-two-cities-1859'],
    ['tale two cities dickens', 'a-tale-of-two-cities-1859'],
    ['christmas carol', 'a-christmas-carol-1843'],
    ['bleak house', 'bleak-house-1853'],
    ['oliver twist', 'oliver-twist-1838'],
    ['frankenstein revised introduction', 'frankenstein-1831'],
    ['modern prometheus', 'frankenstein-1818'],
    ['dracula stoker transylvanian', 'dracula-1897'],
    ['dorian gray', 'the-picture-of-dorian-gray-1891'],
    ['wilde earnest', 'the-importance-of-being-earnest-1899'],
    ['time machine', 'the-time-machine-1895'],
    ['h.g. wells invisible man', 'the-invisible-man-1897'],
    ['hg wells mars', 'the-war-of-the-worlds-1898'],
    ['war of the worlds', 'the-war-of-the-worlds-1898'],
    ['hound baskerville', 'the-hound-of-the-baskervilles-1902'],
    ['adventures of sherlock holmes', 'the-adventures-of-sherlock-holmes-1892'],
    ['intitle:scarlet inauthor:doyle', 'a-study-in-scarlet-1888'],
    ['scarlet letter', 'the-scarlet-letter-1850'],
    ['scarlet pimpernel', 'the-scarlet-pimpernel-1905'],
    ['"lost world"', 'the-lost-world-1912'],
    ['she', 'she-1887'],
    ['kim', 'kim-1901'],
    ['the jungle', 'the-jungle-1906'],
    ['the jungle book', 'the-jungle-book-1894'],
    ['mowgli wolves', 'the-jungle-book-1894'],
    ['alice wonderland', 'alices-adventures-in-wonderland-1865'],
    ["alice's adventures in wonderland", 'alices-adventures-in-wonderland-1865'],
    ['looking glass', 'through-the-looking-glass-1871'],
    ['lookingglass', 'through-the-looking-glass-1871'],
    ['peter rabbit', 'the-tale-of-peter-rabbit-1902'],
    ['peter pan', 'peter-and-wendy-1911'],
    ['treasure island', 'treasure-island-1883'],
    ['jekyll hyde', 'strange-case-of-dr-jekyll-and-1886'],
    ['gullivers travels', 'gullivers-travels-1726'],
    ['moby dick whale', 'moby-dick-1851'],
    ['white whale ahab', 'moby-dick-1851'],
    ['huck finn raft', 'adventures-of-huckleberry-finn-1884'],
    ['walden', 'walden-or-life-in-the-woods-1854'],
    ['nature emerson', 'nature-1836'],
    ['nature', 'nature-1836'],
    ['origin of species natural selection', 'origin-of-species-1859'],
    ['descent of man', 'the-descent-of-man-and-selection-1871'],
    ['wealth of nations', 'an-inquiry-into-the-nature-and-1776'],
    ['t s eliot', 'the-waste-land-1922'],
    ['wizard of oz', 'the-wonderful-wizard-of-oz-1900'],
    ['gatsby', 'the-great-gatsby-1925'],
    ['ulysses', 'ulysses-1922'],
    ['les miserables', 'les-miserables-1862'],
    ['misérables hugo', 'les-miserables-1862'],
    ['education sentimentale', 'leducation-sentimentale-1869'],
    ["l'assommoir", 'lassommoir-1877'],
    ['ile mysterieuse', 'lile-mysterieuse-1875'],
    ['capitaine nemo', 'vingt-mille-lieues-sous-les-mers-1870'],
    ['monte cristo dantes', 'le-comte-de-monte-cristo-1846'],
    ['fleurs du mal', 'les-fleurs-du-mal-1857'],
    ['contrat social', 'du-contrat-social-1762'],
    ['prozess kafka', 'der-prozess-1925'],
    ['gregor samsa', 'die-verwandlung-1915'],
    ['grimm marchen', 'kinder-und-hausmarchen-1812'],
    ['phanomenologie', 'phanomenologie-des-geistes-1807'],
    ['kapital', 'das-kapital-1867'],
    ['don quijote', 'don-quijote-1605'],
    ['lusiadas camoes', 'os-lusiadas-1572'],
    ['bras cubas', 'memorias-postumas-de-bras-cubas-1881'],
    ['pinocchio', 'le-avventure-di-pinocchio-1883'],
    ['promessi sposi', 'i-promessi-sposi-1827'],
    ['война и мир', 'voyna-i-mir-1869'],
    ['мертвые души', 'myortvye-dushi-1842'],
    ['достоевский идиот', 'idiot-1874'],
    ['Οδυσσεια', 'odysseia-1488'],
    ['πλατων πολιτεια', 'politeia'],
    ['bello gallico', 'commentarii-de-bello-gallico'],
    ['principia mathematica', 'philosophiae-naturalis-principia-mathematica-1687'],
    ['紅樓夢', 'hongloumeng-1791'],
    ['孫悟空', 'xiyouji-1592'],
    ['源氏', 'genji-monogatari'],
    ['夏目漱石 猫', 'wagahai-wa-neko-de-aru-1905'],
    ['الف ليلة', 'alf-layla-wa-layla'],
    ['춘향전', 'chunhyangjeon'],
    ['svejk', 'osudy-dobreho-vojaka-svejka-za-svetove-1921'],
    ['subject:nursing', 'notes-on-nursing-1859'],
    ['inpublisher:hogarth lighthouse', 'to-the-lighthouse-1927'],
    ['rur robots', 'r-u-r-1920'],
    ['isbn:0141439475', 'isbn-9780141439471'],
    ['978-0-14-143951-8', 'isbn-9780141439518'],
    ['scientific american', 'scientific-american-1845'],
    ['strand magazine', 'strand-magazine-1891-01'],
    ['frankenstien', 'isbn-9780141439471'],
    ['pride and prejudise', 'pride-and-prejudice-1813'],
    ['huckelberry', 'adventures-of-huckleberry-finn-1884'],
  ])('of %s', (q, expected) => {
    expect(search(q).found[0]).toBe(expected);
  });
});

describe('editions of one work', () => {
  test('at most three of them among the first ten', () => {
    const { found, totalItems } = search('whitman|darwin|inauthor:shakespeare');
    const ofWork = (work: string): number => found.filter((key) => key?.startsWith(work) === true).length;
    expect(totalItems).toBe(6 + 8 + 11);
    expect(found).toHaveLength(10);
    expect(ofWork('leaves-of-grass')).toBeLessThanOrEqual(3);
    expect(ofWork('origin-of-species')).toBeLessThanOrEqual(3);
  });

  test('all of them are there in the end', () => {
    expect(search('intitle:leaves intitle:grass', 40).found).toHaveLength(6);
  });
});
