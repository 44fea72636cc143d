/** The conference of an event: created on request, or copied from elsewhere. */
import { badRequest } from '#lib/api/errors';
import type { ConferenceDataResource, EntryPointResource } from '#lib/calendar/resources/conference';

/** What creating a conference needs. */
export interface ConferenceMaker {
  /** Unguessable text of `0-9a-v`. */
  readonly nextId: () => string;
  /** Scheme and host of its address. */
  readonly rootUrl: string;
}

const VIDEO = 'hangoutsMeet';
const ADD_ON = 'addOn';
const LONGEST = { uri: 1300, label: 512, code: 128, notes: 2048 };
const CODES = ['accessCode', 'meetingCode', 'passcode', 'password', 'pin'] as const;
const SCHEMES: Readonly<Record<string, RegExp>> = {
  video: /^https?:/i,
  more: /^https?:/i,
  phone: /^tel:/i,
  sip: /^sip:/i,
};
/** A conference has any number of phone numbers and one of each other kind. */
const SINGLE = ['video', 'sip', 'more'];
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='M3 6h12v12H3zM16 10l5-3v10l-5-3z'/%3E%3C/svg%3E";

const invalid = (message: string) => badRequest('invalid', message);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `aaa-bbbb-ccc`. */
function conferenceIdFrom(random: string): string {
  const letters = Array.from(random.slice(-10), (digit) => LETTERS[Number.parseInt(digit, 32) % 26]).join('');
  return `${letters.slice(0, 3)}-${letters.slice(3, 7)}-${letters.slice(7)}`;
}

function make(requestId: string, type: string, { nextId, rootUrl }: ConferenceMaker): ConferenceDataResource {
  const createRequest = (statusCode: string) => ({
    requestId,
    conferenceSolutionKey: { type },
    status: { statusCode },
  });
  // No add-on is installed that could create one.
  if (type === ADD_ON) return { createRequest: createRequest('failure') };
  const conferenceId = conferenceIdFrom(nextId());
  const uri = `${rootUrl}meet/${conferenceId}`;
  return {
    createRequest: createRequest('success'),
    entryPoints: [{ entryPointType: 'video', uri, label: uri.replace(/^https?:\/\//, '') }],
    conferenceSolution: { key: { type }, name: 'Google Meet', iconUri: ICON },
    conferenceId,
  };
}

function checkEntryPoint(entry: EntryPointResource): void {
  const { entryPointType = '', uri = '', label = '', entryPointFeatures = [], regionCode } = entry;
  const scheme = SCHEMES[entryPointType];
  if (scheme === undefined) throw invalid('Invalid conference entry point type.');
  if (uri.length > LONGEST.uri || !scheme.test(uri)) throw invalid('Invalid conference entry point URI.');
  if (label.length > LONGEST.label) throw invalid('Invalid conference entry point label.');
  if (CODES.some((code) => (entry[code] ?? '').length > LONGEST.code))
    throw invalid('Invalid conference entry point code.');
  if (regionCode !== undefined && entryPointType !== 'phone') throw invalid('Only a phone number has a region.');
  if (entryPointFeatures.includes('toll') && entryPointFeatures.includes('toll-free'))
    throw invalid('A phone number cannot be both toll and toll-free.');
}

function checkCopy({ conferenceSolution, entryPoints = [], notes = '' }: ConferenceDataResource): void {
  if (conferenceSolution?.key?.type === undefined || entryPoints.length === 0)
    throw invalid('A conference needs a solution and an entry point.');
  entryPoints.forEach(checkEntryPoint);
  const kinds = entryPoints.map(({ entryPointType }) => entryPointType);
  if (SINGLE.some((kind) => kinds.filter((other) => other === kind).length > 1))
    throw invalid('A conference has one video, sip and more entry point each.');
  if (kinds.every((kind) => kind === 'more')) throw invalid('A conference needs an entry point besides "more".');
  if (notes.length > LONGEST.notes) throw invalid('Conference notes are too long.');
}

/** Parameters without a name cannot be stored. */
function withNamedParameters(conference: ConferenceDataResource): ConferenceDataResource {
  const values = conference.parameters?.addOnParameters?.parameters;
  if (values === undefined || !Object.hasOwn(values, '')) return conference;
  const named = Object.fromEntries(Object.entries(values).filter(([name]) => name !== ''));
  return { ...conference, parameters: { addOnParameters: { parameters: named } } };
}

/** The conference from a body. Repeating the request of the existing conference does not create another. */
export function readConference(
  sent: ConferenceDataResource | undefined,
  before: ConferenceDataResource | undefined,
  maker: ConferenceMaker,
): ConferenceDataResource | undefined {
  if (sent === undefined || Object.keys(sent).length === 0) return undefined;
  const { createRequest, conferenceSolution, entryPoints = [] } = sent;
  const isCopy = conferenceSolution !== undefined && entryPoints.length > 0;
  if (createRequest === undefined || isCopy) {
    checkCopy(sent);
    const isSameRequest =
      createRequest?.requestId !== undefined && createRequest.requestId === before?.createRequest?.requestId;
    return withNamedParameters(isSameRequest ? { ...sent, createRequest: before?.createRequest } : sent);
  }
  const { requestId, conferenceSolutionKey } = createRequest;
  if (requestId === undefined || requestId === '')
    throw badRequest('required', 'Missing id of the conference request.');
  if (requestId === before?.createRequest?.requestId) return before;
  const type = conferenceSolutionKey?.type ?? VIDEO;
  if (type !== VIDEO && type !== ADD_ON) throw invalid('Invalid conference type value.');
  return make(requestId, type, maker);
}

/** The video address, which older clients read as `hangoutLink`. */
export const linkOf = (conference: ConferenceDataResource | undefined): string | undefined =>
  conference?.conferenceSolution?.key?.type === VIDEO
    ? conference.entryPoints?.find(({ entryPointType }) => entryPointType === 'video')?.uri
    : undefined;
