import { as, boolean, int64, integer, object, resource, string } from '#lib/api/schema';

const ReadingPositionResource = resource('ReadingPosition', 'Where a reader stopped.', {
  kind: string('Always `books#readingPosition`.'),
  volumeId: string('The volume being read.'),
  epubCfiPosition: string('Place in the EPUB, as a CFI.'),
  gbTextPosition: string('Place in the flowing text.'),
  gbImagePosition: string('Place in the page images.'),
  pdfPosition: string('Place in the PDF.'),
  updated: string('When it was noted, UTC with milliseconds.'),
});

const ReviewResource = resource('Review', 'What somebody wrote about a volume.', {
  kind: string('Always `books#review`.'),
  volumeId: string('The volume reviewed.'),
  author: object('Who wrote it.', { displayName: string('Name on display.') }),
  type: string('`EDITORIAL`, `WEB_USER` or `GOOGLE_USER`.'),
  rating: string('`ONE` to `FIVE`, or `NOT_RATED`.'),
  title: string('Headline.'),
  content: string('The text.'),
  date: string('Day of the review.'),
  fullTextUrl: string('Where to find the whole text, for reviews from elsewhere.'),
  source: object('Where a review from elsewhere comes from.', {
    description: string('Name of the source.'),
    extraDescription: string('More about the source.'),
    url: string('Address of the source.'),
  }),
});

/** The part of a volume that depends on who asks; only with a token. */
export const userInfo = object("The caller's own data about the volume.", {
  isPurchased: boolean('Whether the caller bought it.'),
  isPreordered: boolean('Whether the caller ordered it in advance.'),
  isInMyBooks: boolean('Whether it is on the eBooks shelf.'),
  isUploaded: boolean('Whether the caller uploaded it.'),
  readingPosition: as(ReadingPositionResource, 'Where the caller stopped reading.'),
  review: as(ReviewResource, 'What the caller wrote about it.'),
  updated: string('Last time the caller used it, RFC 3339 in UTC.'),
  acquiredTime: string('When the caller got it, RFC 3339 in UTC.'),
  acquisitionType: integer('How the caller got it.'),
  entitlementType: integer('What gives the caller access to it.'),
  rentalState: string('Whether a rental is active or over.'),
  rentalPeriod: object('From when to when a rental runs.', {
    startUtcSec: int64('First second, since 1970.'),
    endUtcSec: int64('Last second, since 1970.'),
  }),
  copy: object('How much text may be copied.', {
    allowedCharacterCount: integer('Characters in total.'),
    remainingCharacterCount: integer('Characters left.'),
    limitType: string('What kind of limit it is.'),
    updated: string('When the count last changed.'),
  }),
  familySharing: object('Sharing within the family.', {
    familyRole: string('Role of the caller.'),
    isSharingAllowed: boolean('Whether the caller may share it.'),
    isSharingDisabledByFop: boolean('Whether there is a payment problem.'),
  }),
  isFamilySharedFromUser: boolean('Whether the caller shares it.'),
  isFamilySharedToUser: boolean('Whether it is shared with the caller.'),
  isFamilySharingAllowed: boolean('Old form of `familySharing.isSharingAllowed`.'),
  isFamilySharingDisabledByFop: boolean('Old form of `familySharing.isSharingDisabledByFop`.'),
  userUploadedVolumeInfo: object('State of an upload.', { processingState: string('Its state.') }),
});
