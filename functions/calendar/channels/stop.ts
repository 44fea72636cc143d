import { defineOperation } from '#lib/calendar/operation';
import { stopChannel } from '#lib/calendar/push/watch';
import { ChannelResource } from '#lib/calendar/resources/channel';
import { STOP_CHANNEL } from '#lib/calendar/scopes';

/** Only the client and user that opened a channel can stop it; others get 404. */
export const channelsStop = defineOperation({
  id: 'calendar.channels.stop',
  summary: 'Closes a channel.',
  route: 'POST /calendar/v3/channels/stop',
  scopes: STOP_CHANNEL,
  cost: 1,
  path: {},
  query: {},
  body: ChannelResource,
  run: ({ body }, context) => stopChannel(body, context),
});
