/** Query parameters that several operations of the books service share. */
import { boolean, integer, oneOf, optional, string, withDefault } from '#lib/api/schema';

export const source = optional(string('Name of the calling program; logged, never checked.'));

export const startIndex = withDefault(integer('Number of volumes to skip.', { format: 'uint32', minimum: 0 }), 0);

export const maxResults = (limits: { readonly maximum?: number; readonly ceiling?: number }) =>
  withDefault(integer('Maximum number of volumes to return.', { format: 'uint32', minimum: 0, ...limits }), 10);

export const showPreorders = withDefault(boolean('Keep volumes that are not out yet.'), false);

export const country = optional(string('ISO 3166-1 code of the country for sale and access data.'));

/** Publishers of enumerations add a member for "not given"; it counts as the default here. */
export const projection = withDefault(
  oneOf(
    'How much of each volume to return.',
    { PROJECTION_UNDEFINED: 'As if not given.', FULL: 'Everything.', LITE: 'What a list of results needs.' },
    { anyCase: true, aliases: { PROJECTION_UNDEFINED: 'FULL' } },
  ),
  'FULL',
);
