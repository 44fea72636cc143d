import { describe } from '@jest/globals';
import { testWatchOfOwn } from '#test/support/calendar/watch-own';

describe('calendar.settings.watch', () => {
  testWatchOfOwn('settings');
});
