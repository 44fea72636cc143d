/** Words of how events repeat. */
export const repeat = {
  label: 'Repeats',
  none: 'Does not repeat',
  custom: (rule: string) => `By a rule: ${rule}`,
  frequencies: { DAILY: 'Every day', WEEKLY: 'Every week', MONTHLY: 'Every month', YEARLY: 'Every year' },
  interval: { DAILY: 'Every … days', WEEKLY: 'Every … weeks', MONTHLY: 'Every … months', YEARLY: 'Every … years' },
  every: {
    DAILY: (n: number) => (n === 1 ? 'Every day' : `Every ${String(n)} days`),
    WEEKLY: (n: number) => (n === 1 ? 'Every week' : `Every ${String(n)} weeks`),
    MONTHLY: (n: number) => (n === 1 ? 'Every month' : `Every ${String(n)} months`),
    YEARLY: (n: number) => (n === 1 ? 'Every year' : `Every ${String(n)} years`),
  },
  weekdays: 'On these days',
  monthDay: 'On which day',
  on: (days: string) => `on ${days}`,
  onWorkdays: 'on weekdays',
  onDate: (day: number) => `on day ${String(day)}`,
  onThe: (position: string, day: string) => `on the ${position} ${day}`,
  onWorkday: (position: string) => `on the ${position} weekday of the month`,
  positions: { '1': 'first', '2': 'second', '3': 'third', '4': 'fourth', '-1': 'last' } as Readonly<
    Record<string, string>
  >,
  ends: 'Ends',
  never: 'Never',
  onDay: 'On a day',
  after: 'After some times',
  lastDay: 'Last day',
  count: 'How many times',
  times: (count: number) => (count === 1 ? 'once' : `${String(count)} times`),
  until: (date: string) => `until ${date}`,
  skip: 'Not on these days',
  unskip: (date: string) => `Take place on ${date} after all`,
};
