/** Where a description of ours says something else than the published one, and why. */
export interface Difference {
  readonly ours: string;
  readonly because: string;
}

const because = (reason: string, facts: Readonly<Record<string, string>>): Record<string, Difference> =>
  Object.fromEntries(Object.entries(facts).map(([at, ours]) => [at, { ours, because: reason }]));

export const differences: Readonly<Record<string, Difference>> = {
  ...because('events made from mail are `fromMail` here; the published spelling is understood as an alias', {
    'calendar.events.list.parameters.eventTypes.enum':
      'birthday default focusTime fromMail outOfOffice workingLocation',
    'calendar.events.watch.parameters.eventTypes.enum':
      'birthday default focusTime fromMail outOfOffice workingLocation',
  }),
  ...because("the published guide gives a public shelf's list a projection and a cap", {
    'books.bookshelves.volumes.list.parameters.projection.type': 'string',
    'books.bookshelves.volumes.list.parameters.projection.location': 'query',
    'books.bookshelves.volumes.list.parameters.projection.enum': 'FULL LITE PROJECTION_UNDEFINED',
    'books.bookshelves.volumes.list.parameters.maxResults.maximum': '40',
  }),
  ...because('search answers depend on the country, which a client behind a proxy must be able to name', {
    'books.volumes.list.parameters.country.type': 'string',
    'books.volumes.list.parameters.country.location': 'query',
  }),
  ...because('there is no position before the first', {
    'books.mylibrary.bookshelves.moveVolume.parameters.volumePosition.minimum': '0',
  }),
};
