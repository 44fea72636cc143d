/** Streams of restored tables, which differ from the streams the tables were created with. */
import type { EventSource } from './alarms.ts';

interface Reader {
  events: readonly EventSource[];
}

/** CloudFormation keeps the table's first stream, so the new one is given by its ARN. */
export function useStreams(
  functions: Readonly<Record<string, Reader>>,
  streams: Readonly<Record<string, string>>,
): void {
  for (const reader of Object.values(functions)) {
    reader.events = reader.events.map((event) => {
      const arn = streams[tableOf(event) ?? ''] ?? '';
      return arn === '' ? event : { ...event, stream: { ...event.stream, arn } };
    });
  }
}

/** The stream of a table that the stack does not create must be given. */
export function requireStreams(functions: Readonly<Record<string, Reader>>, existing: readonly string[]): void {
  for (const [name, { events }] of Object.entries(functions)) {
    const unnamed = events.map(tableOf).find((table) => table !== undefined && existing.includes(table));
    if (unnamed === undefined) continue;
    throw new Error(
      `${name} reads the stream of ${unnamed}, which is left out: name it with calendarStream or adsStream.`,
    );
  }
}

function tableOf({ stream }: EventSource): string | undefined {
  return typeof stream?.arn === 'string' ? undefined : stream?.arn['Fn::GetAtt'][0];
}
