import { any, array, dateTime, integer, number, optional, record, resource, string } from '#lib/api/schema';
import { defineOperation, OPEN } from './operation.ts';

const DatabaseCall = resource('DatabaseCall', 'What a request asked of the database.', {
  name: string('The kind of call, such as `Query`.'),
  startedMs: number('When it began, in milliseconds after the request.'),
  ms: number('How long it took, in milliseconds.'),
  capacity: number('Consumed capacity units.'),
});
const AskedRequest = resource('AskedRequest', 'A request that was answered, without its token or key.', {
  number: integer('Counts the requests.'),
  at: dateTime('When, by the clock of the stack.'),
  method: string('The method.'),
  path: string('The path.'),
  query: record('The parameters by name.', array('Its values.', string('A value.'))),
  operation: string('Id of the operation, such as `calendar.events.insert`.'),
  body: any('The body, parsed where it is JSON.'),
  status: integer('The status of the answer; 0 for a connection that was dropped.'),
  ms: number('How long the answer took, in milliseconds.'),
  calls: array('Its calls of the database, in the order in which they began.', DatabaseCall),
});
const Mail = resource('Mail', 'A letter that a deployed stage would have sent.', {
  from: string('The sender.'),
  to: array('The recipients.', string('An address.')),
  subject: string('The subject.'),
  date: dateTime('When it was written.'),
  text: string('What it says.'),
  calendar: string('The attached invitation in iCalendar form.'),
});
const Delivery = resource('Delivery', "A push message that was sent to a channel's address.", {
  at: dateTime('When, by the clock of the stack.'),
  url: string('The address of the channel.'),
  headers: record('The headers of the message.', string('A value.')),
  outcome: string('`answered`, `refused` or `failed`.'),
  status: integer('The status that the receiver answered.'),
});
const OpenChannel = resource('OpenChannel', 'A channel, and what waits for it.', {
  id: string('Its id, as the client chose it.'),
  watches: string('What it watches, such as `events of team@example.com`.'),
  address: string('Where its messages go.'),
  email: string('Who opened it.'),
  expires: dateTime('When it ends.'),
  sent: integer('Number of the newest message.'),
  waiting: integer('Messages that are still to be sent.'),
  dead: integer('Messages that were given up.'),
});
const after = optional(integer('Only what came after the request of this number.', { minimum: 0 }));

const listOf = <T>(id: string, schema: Parameters<typeof array<T>>[1]) =>
  resource(id, 'Oldest first.', { items: array('The entries.', schema) });

const READ = { ...OPEN, path: {}, query: {} } as const;

export const recordOperations = [
  defineOperation({
    ...READ,
    query: { after },
    id: 'almanac.records.requests',
    summary: 'Lists the requests since the start or the last reset.',
    route: 'GET /_almanac/requests',
    returns: listOf('AskedRequestList', AskedRequest),
    run: ({ query: { after = 0 } }, { stores }) =>
      Promise.resolve({
        items: stores.requests(after).map(({ query, calls, ...request }) => ({
          ...request,
          calls: [...calls],
          query: Object.fromEntries(Object.entries(query).map(([name, values]) => [name, [...values]])),
        })),
      }),
  }),
  defineOperation({
    ...READ,
    id: 'almanac.records.outbox',
    summary: 'Lists the letters, once every change so far has been handed on.',
    route: 'GET /_almanac/outbox',
    returns: listOf('MailList', Mail),
    run: async (_input, { stores }) => ({
      items: (await stores.outbox()).map((mail) => ({ ...mail, to: [...mail.to] })),
    }),
  }),
  defineOperation({
    ...READ,
    id: 'almanac.records.deliveries',
    summary: 'Lists the push messages, once every change so far has been handed on.',
    route: 'GET /_almanac/deliveries',
    returns: listOf('DeliveryList', Delivery),
    run: async (_input, { stores }) => ({
      items: (await stores.deliveries()).map((delivery) => ({ ...delivery, headers: { ...delivery.headers } })),
    }),
  }),
  defineOperation({
    ...READ,
    id: 'almanac.records.channels',
    summary: 'Lists the open channels.',
    route: 'GET /_almanac/channels',
    returns: listOf('OpenChannelList', OpenChannel),
    run: async (_input, { stores }) => ({ items: [...(await stores.channels())] }),
  }),
];
