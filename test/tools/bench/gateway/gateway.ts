/** What a service in front of another adds to a request: milliseconds, and requests to the other. */
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { median, type Bench } from '#test/tools/measure/bench';

const EMAIL = 'bench@example.com';
const EVENTS = 'calendar/v3/calendars/primary/events';
const ROUNDS = 400;
const WARM_UP = 100;
const MAX_ADDED_MS = 2;
const LISTED = 50;

async function fill(almanac: Almanac, headers: Record<string, string>): Promise<string> {
  let id = '';
  for (let index = 0; index < LISTED; index += 1) {
    const start = { dateTime: new Date(Date.UTC(2026, 3, 1, index)).toISOString() };
    const body = JSON.stringify({ summary: `Event ${String(index)}`, start, end: start });
    const answer = await fetch(`${almanac.url}${EVENTS}`, { method: 'POST', headers, body });
    ({ id } = (await answer.json()) as { id: string });
  }
  return id;
}

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${String(answer.status)}`);
  return performance.now() - startedAt;
}

/** Turn by turn, so that both meet the same moods of the machine. */
async function compare(direct: string, through: string, headers: Record<string, string>): Promise<[number, number]> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [one, other] = [await timed(direct, headers), await timed(through, headers)];
    if (round < 0) continue;
    ones.push(one);
    others.push(other);
  }
  return [median(ones), median(others)];
}

export const gateway: Bench = {
  name: 'gateway',
  usesStack: false,
  async run(report) {
    await using upstream = await startAlmanac({ services: ['calendar'] });
    await using front = await startAlmanac({ services: ['calendar'], upstream: { calendar: upstream.url } });
    const headers = { authorization: `Bearer ${await upstream.token(EMAIL)}`, 'content-type': 'application/json' };
    report.progress('filling a calendar');
    const id = await fill(upstream, headers);
    for (const [name, path] of [
      ['events.get', `${EVENTS}/${id}`],
      [`events.list of ${String(LISTED)}`, `${EVENTS}?maxResults=${String(LISTED)}`],
    ] as const) {
      report.progress(name);
      const [direct, through] = await compare(upstream.url + path, front.url + path, headers);
      report.row(`${name}, direct`, direct, 'ms');
      report.row(`${name}, through a gateway`, through, 'ms');
      report.row(`a gateway adds to ${name}`, through - direct, 'ms', MAX_ADDED_MS);
    }
    const before = (await upstream.requests()).length;
    await timed(`${front.url}${EVENTS}/${id}`, headers);
    report.row('requests to the upstream for one', (await upstream.requests()).length - before, 'requests', 1);
  },
};
