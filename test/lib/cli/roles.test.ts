import { expect, test } from '@jest/globals';
import { roleOf } from '#lib/cli/roles';

test('a function that says nothing about what it uses gets no role', () => {
  expect(() => roleOf('calendarTasks', 'CalendarTasks')).toThrow('The function calendarTasks has no entry in lib/cli/roles.ts.');
});
