/** A process of the functions in which several people write to one calendar at the same time; it tells of each write. */
import { useDatabase } from '#lib/local/database/current-database';
import { request } from '#test/tools/measure/measure';

export interface WritersOrders {
  readonly token: string;
  /** Numbers of the writers. */
  readonly writers: readonly number[];
  readonly writesEach: number;
  /** An instance that all of them change. */
  readonly instanceId: string;
}

useDatabase();
const { handler } = await import('#functions/calendar/events/index');

const EVENTS = '/calendar/v3/calendars/primary/events';
const hour = (day: number, writer: number): object => {
  const at = (minute: string) => ({
    dateTime: `2026-03-${String(day)}T${String(writer % 24).padStart(2, '0')}:${minute}:00Z`,
  });
  return { start: at('00'), end: at('30') };
};

async function write(writer: number, { token, writesEach, instanceId }: WritersOrders): Promise<void> {
  const ask = async (method: string, id: string, body?: object): Promise<{ id: string }> => {
    const answer = await handler(request(method, id === '' ? EVENTS : `${EVENTS}/${id}`, token, body));
    if ((answer.statusCode ?? 500) >= 300) throw new Error(`${String(answer.statusCode)}: ${String(answer.body)}`);
    return method === 'DELETE' ? { id } : (JSON.parse(String(answer.body)) as { id: string });
  };
  const own: string[] = [];
  for (let round = 0; round < writesEach; round += 1) {
    const [id] = own;
    if (round % 4 === 3 && id !== undefined) await ask('DELETE', own.shift() ?? '');
    else if (round % 4 === 2 && id !== undefined)
      await ask('PATCH', id, { summary: `${String(writer)} in round ${String(round)}` });
    else if (round % 4 === 1 && writer % 4 === 0)
      await ask('PATCH', instanceId, { location: `room ${String(writer)}` });
    else {
      const rule = writer % 8 === 1 ? { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] } : {};
      const times = Object.entries(hour(10 + round, writer)).map(([name, time]) => [
        name,
        { ...time, timeZone: 'UTC' },
      ]);
      own.push((await ask('POST', '', { summary: String(writer), ...Object.fromEntries(times), ...rule })).id);
    }
    process.send?.('written');
  }
}

process.send?.('ready');
process.once('message', (orders: WritersOrders) => {
  void Promise.all(orders.writers.map((writer) => write(writer, orders))).then(() => process.disconnect());
});
