import { as, dateTime, record, resource, string, type Static } from '#lib/api/schema';
import { kind } from './envelope.ts';

const ColorDefinitionResource = resource('ColorDefinition', 'Two colours that go together.', {
  background: string('As `#rrggbb`.'),
  foreground: string('Readable on the background, as `#rrggbb`.'),
});

export const ColorsResource = resource('Colors', 'The colours that `colorId` can name.', {
  kind: kind('calendar#colors'),
  updated: dateTime('When the palettes last changed.', { readOnly: true }),
  calendar: record('Colours of calendars by id.', as(ColorDefinitionResource, 'One colour of calendars.'), {
    readOnly: true,
  }),
  event: record('Colours of events by id.', as(ColorDefinitionResource, 'One colour of events.'), { readOnly: true }),
});
export type ColorsResource = Static<typeof ColorsResource>;
