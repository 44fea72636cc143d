import { expect, test } from '@jest/globals';
import { hostedDomainOf, namesOf, subjectOf } from '#lib/oauth/model/person';

test.each<[string, ReturnType<typeof namesOf>]>([
  ['alice@example.com', { name: 'Alice', given_name: 'Alice' }],
  ['alice.liddell@example.com', { name: 'Alice Liddell', given_name: 'Alice', family_name: 'Liddell' }],
  ['ann-marie_de+work@example.com', { name: 'Ann Marie De Work', given_name: 'Ann', family_name: 'Marie De Work' }],
  ['.alice..liddell.@example.com', { name: 'Alice Liddell', given_name: 'Alice', family_name: 'Liddell' }],
  ['__@example.com', { name: '__', given_name: '__' }],
])('%s is called %j', (email, names) => {
  expect(namesOf(email)).toEqual(names);
});

test('a subject has 21 digits, and is that of one address', () => {
  const subjects = ['alice@example.com', 'alice@example.com', 'bob@example.com'].map(subjectOf);

  expect(subjects).toEqual(subjects.map(() => expect.stringMatching(/^1\d{20}$/)));
  expect(new Set(subjects).size).toBe(2);
});

test.each([
  ['alice@example.com', { hd: 'example.com' }],
  ['alice@gmail.com', {}],
  ['alice@googlemail.com', {}],
  ['alice', {}],
])('the organisation of %s is %j', (email, hosted) => {
  expect(hostedDomainOf(email)).toEqual(hosted);
});
