import { as, boolean, integer, object, resource, string } from '#lib/api/schema';

const DownloadAccessResource = resource(
  'DownloadAccessRestriction',
  'Limits on how often a volume may be downloaded.',
  {
    kind: string('Always `books#downloadAccessRestriction`.'),
    volumeId: string('The volume in question.'),
    restricted: boolean('Whether there is any limit.'),
    deviceAllowed: boolean('Whether this device may download.'),
    justAcquired: boolean('Whether this request acquired the licence.'),
    maxDownloadDevices: integer('How many licences there are.'),
    downloadsAcquired: integer('How many licences are in use.'),
    reasonCode: string('0 if allowed, 100 and above if refused, 200 for the last licence.'),
    message: string('The reason in words.'),
    nonce: string('Sent by the client, returned for its check.'),
    source: string('The client, returned for its check.'),
    signature: string('Proof that the answer is from here.'),
  },
);

const download = (description: string) =>
  object(description, {
    isAvailable: boolean('Whether the form exists.'),
    downloadLink: string('Where to download a free or owned copy.'),
    acsTokenLink: string('Where to get the token for a protected copy.'),
  });

/** The part of a volume that says who may read it where. */
export const accessInfo = object('What may be read or downloaded in one country.', {
  country: string('ISO 3166-1 code of the country this block is about.'),
  viewability: string('`PARTIAL`, `ALL_PAGES`, `NO_PAGES` or `UNKNOWN`; all pages when in the public domain.'),
  embeddable: boolean('Whether a page may show it in a frame.'),
  publicDomain: boolean('Whether nobody holds rights on it in this country.'),
  textToSpeechPermission: string('`ALLOWED`, `ALLOWED_FOR_ACCESSIBILITY` or `NOT_ALLOWED`.'),
  epub: download('The flowing text.'),
  pdf: download('The page images.'),
  webReaderLink: string('Where it is read in a browser.'),
  accessViewStatus: string('`FULL_PURCHASED`, `FULL_PUBLIC_DOMAIN`, `SAMPLE` or `NONE` for this caller.'),
  quoteSharingAllowed: boolean('Whether passages may be shared.'),
  viewOrderUrl: string('Page of an order that is still in progress.'),
  driveImportedContentLink: string('Where an upload of the user is shown.'),
  explicitOfflineLicenseManagement: boolean('Whether a client must ask for its licence before going offline.'),
  downloadAccess: as(DownloadAccessResource, 'Limits on downloads.'),
});
