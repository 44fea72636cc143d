/** What every operation takes besides its own parameters, as the documents publish it. */
import { boolean, type Fields, oneOf, optional, string, withDefault } from './schema.ts';

/**
 * Those that change how any answer looks, or whom it is counted against; the pipeline checks them by these
 * declarations.
 */
export const prettyPrint = withDefault(boolean('Whether the answer is indented for people.'), true);
export const quotaUser = optional(
  string('Counts the request for this name (at most 40 characters) instead of the caller.'),
);
export const errorForm = optional(
  oneOf('The form of an error.', { 1: 'With the list of single errors.', 2: 'Without that list.' }),
);
export const jsonOnly = withDefault(oneOf('The form of the answer.', { json: 'JSON.' }), 'json');

const everywhere: Fields = {
  fields: optional(string('Selects the parts of the answer to send, for example `items(id,summary),nextPageToken`.')),
  key: optional(string('An API key. Public data needs nothing else.')),
  oauth_token: optional(string('A bearer token, for clients that cannot set the Authorization header.')),
  prettyPrint,
  quotaUser,
};

export const calendarParameters: Fields = {
  alt: jsonOnly,
  ...everywhere,
  userIp: optional(string('Accepted and ignored; use `quotaUser`.', { deprecated: true })),
};

/** Of the services that were published later. */
export const platformParameters: Fields = {
  '$.xgafv': errorForm,
  access_token: optional(string('A bearer token, for clients that cannot set the Authorization header.')),
  alt: withDefault(
    oneOf('The form of the answer.', {
      json: 'JSON.',
      media: 'The file itself, where the operation has one.',
      proto: 'Declared, but refused.',
    }),
    'json',
  ),
  callback: optional(string('Accepted and ignored.')),
  ...everywhere,
  uploadType: optional(string('Accepted and ignored.')),
  upload_protocol: optional(string('Accepted and ignored.')),
};
