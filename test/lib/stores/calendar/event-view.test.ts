import { expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { dynamoPostingStores } from '#lib/stores/dynamodb/calendar/copies';
import { documents } from '#lib/stores/dynamodb/client/client';
import { QueryCommand, type DocumentClient, type QueryCommandOutput } from '#lib/stores/dynamodb/client/commands';
import { addEvent, MONDAY, TUESDAYS } from '#test/support/calendar/calendar';
import { eventRequests } from '#test/support/calendar/event-requests';
import { useCalendar } from '#test/support/calendar/use-calendar';

const fixture = useCalendar();
const { patch } = eventRequests(() => fixture);

/** The first query does not find what is written while it runs. */
function oneBehind(calls: string[], missing: (sk: string) => boolean): DocumentClient {
  const send = async (command: QueryCommand): Promise<unknown> => {
    const answer: QueryCommandOutput = await documents.send(command);
    if (!(command instanceof QueryCommand)) return answer;
    calls.push('query');
    return calls.length > 1
      ? answer
      : { ...answer, Items: (answer.Items ?? []).filter(({ sk }) => !missing(String(sk))) };
  };
  return { send } as object as DocumentClient;
}

test.each([
  ['one exception was written meanwhile', (sk: string) => sk.includes('20260324'), 2],
  ['nothing was', () => false, 1],
])('a series is seen with all its exceptions: %s', async (_what, missing, queries) => {
  const { id } = await addEvent(fixture, TUESDAYS);
  const exceptions = [`${id}_20260324T130000Z`, `${id}_20260331T120000Z`];
  for (const exception of exceptions) await patch(exception, { summary: 'Own' });
  const calls: string[] = [];
  const { events } = dynamoPostingStores(oneBehind(calls, missing), config.calendarTable, { now: () => MONDAY });

  const { along } = await events.view(fixture.alice, [id], fixture.alice, [], { exceptionsOf: id });

  expect(along.map((item) => item.id).toSorted()).toEqual(exceptions);
  expect(calls).toHaveLength(queries);
});
