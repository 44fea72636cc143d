import { ADS_SCOPES } from '#lib/ads/scopes';
import { BOOKS_SCOPES } from '#lib/books/scopes';
import { CALENDAR_SCOPES } from '#lib/calendar/scopes';

/** The default scopes of a local token. */
export const ALL_SCOPES: readonly string[] = [CALENDAR_SCOPES, BOOKS_SCOPES, ADS_SCOPES].flatMap((scopes) =>
  Object.keys(scopes),
);
