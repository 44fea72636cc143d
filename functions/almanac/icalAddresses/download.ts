import { isUnchanged } from '#lib/api/etag';
import { media } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { openAddress } from '#lib/calendar/ics/feed/addresses';
import { tagOfFeed } from '#lib/calendar/ics/feed/feed-tag';
import { defineOperation } from '#lib/calendar/operation';
import { calendarId } from '#lib/calendar/parameters';
import { READ_EVENTS } from '#lib/calendar/scopes';

const contentType = 'text/calendar; charset=UTF-8';

/** Needs no token: whoever knows the address may read. Programs that ask again learn from one read that it is the same. */
export const icalAddressesDownload = defineOperation({
  id: 'almanac.icalAddresses.download',
  summary: 'Downloads a calendar as an iCalendar file.',
  route: 'GET /calendar/ical/{calendarId}/{address}/basic.ics',
  scopes: READ_EVENTS,
  cost: 1,
  access: 'key',
  path: { calendarId, address: string('`public`, or `private-` and the secret.') },
  query: {},
  returns: media(),

  async run({ path }, context) {
    const feed = await openAddress(path.calendarId, path.address, context);
    const etag = tagOfFeed(feed);
    context.reply.headers['etag'] = etag;
    if (isUnchanged(context.request.preconditions, etag)) {
      context.reply.status = 304;
      return { contentType, body: '' };
    }
    // Load late: writing files takes a fifth of the code, and most programs have the file already.
    const { writeFeed } = await import('#lib/calendar/ics/feed/feed');
    return { contentType, body: await writeFeed(feed) };
  },
});
