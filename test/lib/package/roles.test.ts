import { expect, test } from '@jest/globals';
import { roleOf } from '#lib/package/roles';

test('a function that says nothing about what it uses gets no role', () => {
  expect(() => roleOf('calendarTasks', 'CalendarTasks')).toThrow(
    'The function calendarTasks has no entry in lib/package/roles.ts.',
  );
});

test('mail goes from the sender of the stage and from nobody else', () => {
  const grantsOf = (sender?: string) =>
    JSON.stringify(roleOf('sendLetters', 'SendLetters', { MAIL_SENDER: sender })).match(/identity\/[^"]+/g);

  expect(grantsOf('calendar@example.com')).toEqual(['identity/calendar@example.com', 'identity/example.com']);
  expect(grantsOf()).toBeNull();
});

test('reports may ask Athena on stages that have chosen it', () => {
  const asks = (name: string, WAREHOUSE: string): boolean =>
    JSON.stringify(roleOf(name, 'Any', { WAREHOUSE })).includes('athena:');

  expect(['adsReports', 'pollReports', 'adsConversion'].map((name) => asks(name, 'athena'))).toEqual([
    true,
    true,
    false,
  ]);
  expect(['adsReports', 'pollReports'].map((name) => asks(name, 'duckdb'))).toEqual([false, false]);
});

test('whoever stores conversions may insert them by statements, and nobody else', () => {
  const mayInsert = (name: string): boolean => JSON.stringify(roleOf(name, 'Any')).includes('dynamodb:PartiQLInsert');

  expect(['adsConversion', 'importAdvertising'].map(mayInsert)).toEqual([true, true]);
  expect(['adsReports', 'adsSavedColumns', 'pollReports', 'calendarEvents'].map(mayInsert)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
