import { array, as, record, resource, string, type Static } from '#lib/api/schema';

export const ConferencePropertiesResource = resource('ConferenceProperties', 'Which conferences a calendar offers.', {
  allowedConferenceSolutionTypes: array(
    'Those that can be made.',
    string('`eventHangout`, `eventNamedHangout` or `hangoutsMeet`.'),
  ),
});

const ConferenceSolutionKeyResource = resource('ConferenceSolutionKey', 'Names a conference system.', {
  type: string('`hangoutsMeet`, `addOn`, or one of the retired `eventHangout` and `eventNamedHangout`.'),
});

const ConferenceSolutionResource = resource('ConferenceSolution', 'A conference system.', {
  key: as(ConferenceSolutionKeyResource, 'Which system it is.'),
  name: string('Its name for people, in no particular language.'),
  iconUri: string('A picture for it.'),
});

const ConferenceRequestStatusResource = resource(
  'ConferenceRequestStatus',
  'How far a request for a conference has come.',
  {
    statusCode: string('`pending`, `success` or `failure`.', { readOnly: true }),
  },
);

const CreateConferenceRequestResource = resource('CreateConferenceRequest', 'Asks for a new conference.', {
  requestId: string('Chosen by the client; the id of the previous request is ignored if it is sent again.'),
  conferenceSolutionKey: as(ConferenceSolutionKeyResource, 'The system wanted; `hangoutsMeet` when left out.'),
  status: as(ConferenceRequestStatusResource, 'Its state.'),
});

const CODE = 'At most 128 characters; fill in only the codes that the system itself uses.';

export const EntryPointResource = resource('EntryPoint', 'One way to join a conference.', {
  entryPointType: string(
    '`video`, `phone`, `sip` or `more`; a conference has any number of phones and one of each other.',
  ),
  uri: string('`http:` or `https:` for video and more, `tel:` for phone, `sip:` for sip; at most 1300 characters.'),
  label: string('Shown instead of the address; at most 512 characters.'),
  accessCode: string(`Access code. ${CODE}`),
  meetingCode: string(`Meeting code. ${CODE}`),
  passcode: string(`Passcode. ${CODE}`),
  password: string(`Password. ${CODE}`),
  pin: string(`PIN. ${CODE}`),
  regionCode: string('Country of a phone number, such as `SE`.'),
  entryPointFeatures: array('Properties of a phone number.', string('`toll` or `toll-free`, never both.')),
});
export type EntryPointResource = Static<typeof EntryPointResource>;

const ConferenceParametersAddOnParametersResource = resource(
  'ConferenceParametersAddOnParameters',
  'Values kept for an add-on.',
  {
    parameters: record('By name.', string('One value.', { coerce: true })),
  },
);

const ConferenceParametersResource = resource(
  'ConferenceParameters',
  'Settings that only one conference system knows.',
  {
    addOnParameters: as(ConferenceParametersAddOnParametersResource, 'Those of an add-on.'),
  },
);

export const ConferenceDataResource = resource(
  'ConferenceData',
  'The conference of an event: requested, or a solution with entry points.',
  {
    createRequest: as(CreateConferenceRequestResource, 'Asks for a new conference.'),
    conferenceSolution: as(ConferenceSolutionResource, 'The system it runs on; absent if it could not be created.'),
    conferenceId: string('Its id in that system, such as `aaa-bbbb-ccc`; not for people.'),
    entryPoints: array('The ways to join; all lead to the same conference.', EntryPointResource),
    notes: string('Shown to guests, may hold HTML; at most 2048 characters.'),
    parameters: as(ConferenceParametersResource, 'Settings of the system.'),
    signature: string('Added by the service.'),
  },
);
export type ConferenceDataResource = Static<typeof ConferenceDataResource>;
