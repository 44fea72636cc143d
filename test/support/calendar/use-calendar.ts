/** The beginning of most calendar tests: alice with two calendars, bob and carol, who can be asked for anything. */
import { newForEach, onceForAll } from '#test/support/run/fixture';
import { calendarFixture, type CalendarFixture } from './calendar.ts';

type Given = Parameters<typeof calendarFixture>;

/** The same people for all tests of the file. */
export const useCalendar = (...given: Given): CalendarFixture => onceForAll(() => calendarFixture(...given));

/** Other people for each test. */
export const useCalendarPerTest = (...given: Given): CalendarFixture => newForEach(() => calendarFixture(...given));
