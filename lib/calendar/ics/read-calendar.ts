/**
 * iCalendar files (RFC 5545). Reading: content-lines.ts (lines and components), read-calendar.ts (a file as events to
 * import, and what in it cannot be read), read-event.ts (one VEVENT), import-file.ts (into a calendar). Writing:
 * write-calendar.ts, export-file.ts (a whole calendar). Both directions share times.ts, time-zones.ts, people.ts,
 * alarms.ts and extras.ts, each with the two ways side by side.
 */
import ICAL from 'ical.js';
import type { EventResource } from '#lib/calendar/resources/event';
import { isTimeZone } from '#lib/calendar/time/zone';
import { BlockReader, blocksIn, blocksOf, type Block, type FileText } from './content-lines.ts';
import { readEvent } from './read-event.ts';
import { ZoneDefinitions, zoneNames } from './time-zones.ts';
import type { TimeReader } from './times.ts';

export interface ReadEvent {
  /** The line where it begins in the file. */
  readonly line: number;
  /** With `iCalUID`; an exception also has `originalStartTime`, which identifies the instance. */
  readonly event: EventResource;
}

export interface Refusal {
  readonly line: number;
  /** `VEVENT`, `VTODO`... */
  readonly component: string;
  readonly reason: string;
}

export interface ReadFile {
  readonly name: string | undefined;
  readonly timeZone: string | undefined;
  /** In the order of the file, but all series before all exceptions. */
  readonly events: readonly ReadEvent[];
  readonly refusals: readonly Refusal[];
}

function propertyOf(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((candidate) => new RegExp(`^${name}[;:]`, 'iu').test(candidate));
  if (line === undefined) return undefined;
  const value = ICAL.Property.fromString(`SUMMARY:${line.slice(line.indexOf(':') + 1)}`).getFirstValue();
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const ZONE_OF_START = /^DTSTART(?:;[^:;]+)*;TZID="?([^":;]+)/iu;

/** What must be known of a file before its events can be read: zones may be defined after the events that use them. */
class FileSurvey {
  readonly #definitions = new ZoneDefinitions();
  /** How many events begin in a zone, by the file's names. */
  readonly #uses = new Map<string, number>();
  /** Number of events, readable or not, and of exceptions among them. */
  events = 0;
  exceptions = 0;

  add(block: Block): void {
    if (block.name === 'VTIMEZONE') this.#definitions.add(block);
    if (block.name !== 'VEVENT') return;
    this.events += 1;
    if (isException(block)) this.exceptions += 1;
    const zone = block.lines.map((line) => ZONE_OF_START.exec(line)?.[1]).find((name) => name !== undefined);
    if (zone !== undefined) this.#uses.set(zone, (this.#uses.get(zone) ?? 0) + 1);
  }

  /** The zone that the file names, or the one in which most of its events begin. */
  zoneOf({ properties }: BlockReader): string | undefined {
    const zones = zoneNames(this.#definitions);
    const byUse = [...this.#uses].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
    return [propertyOf(properties, 'X-WR-TIMEZONE'), ...byUse]
      .map((name) => (name === undefined ? undefined : zones(name)))
      .find((zone) => zone !== undefined && isTimeZone(zone));
  }

  /** `floatingZone` is for times without a zone, if the file names none either. */
  readerFor({ properties }: BlockReader, floatingZone: string): EventReader {
    const zones = zoneNames(this.#definitions);
    const named = propertyOf(properties, 'X-WR-TIMEZONE');
    const timeZone = named === undefined ? undefined : zones(named);
    return new EventReader(timeZone, {
      zones,
      floatingZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : floatingZone,
    });
  }
}

/** A file that was read once. */
export interface SurveyedFile {
  readonly file: BlockReader;
  readonly survey: FileSurvey;
}

export async function surveyFile(text: FileText): Promise<SurveyedFile> {
  const [file, survey] = [new BlockReader(), new FileSurvey()];
  for await (const block of blocksIn(text, file)) survey.add(block);
  return { file, survey };
}

/** Whether a component is an exception; its series must be imported first. */
export const isException = ({ name, lines }: Block): boolean =>
  name === 'VEVENT' && lines.some((line) => /^RECURRENCE-ID[;:]/iu.test(line));

class EventReader {
  readonly timeZone: string | undefined;
  readonly #times: TimeReader;

  constructor(timeZone: string | undefined, times: TimeReader) {
    this.timeZone = timeZone;
    this.#times = times;
  }

  /** The event, or why a component is refused; undefined for components that only support others, such as zones. */
  read(block: Block): ReadEvent | Refusal | undefined {
    const { line, name: component } = block;
    if (component === 'VTIMEZONE') return undefined;
    if (component !== 'VEVENT') return { line, component, reason: 'A calendar keeps events only.' };
    try {
      return { line, event: readEvent(block, this.#times) };
    } catch (error) {
      return { line, component, reason: error instanceof Error ? error.message : 'Unreadable.' };
    }
  }
}

export const unfinishedIn = ({ unfinished }: BlockReader): Refusal[] =>
  unfinished === undefined ? [] : [{ line: unfinished.line, component: unfinished.name, reason: 'It has no end.' }];

/** Reads a whole text at once. */
export function readCalendar(text: string, floatingZone: string): ReadFile {
  const [blocks, survey] = [new BlockReader(), new FileSurvey()];
  for (const block of blocksOf(text, blocks)) survey.add(block);
  const reader = survey.readerFor(blocks, floatingZone);
  const read = (isLater: boolean): (ReadEvent | Refusal)[] =>
    [...blocksOf(text, new BlockReader())].flatMap((block) =>
      isException(block) === isLater ? (reader.read(block) ?? []) : [],
    );
  const all = [...read(false), ...read(true)];
  const refusals = all.filter((one) => 'reason' in one).toSorted((a, b) => a.line - b.line);
  return {
    name: propertyOf(blocks.properties, 'X-WR-CALNAME'),
    timeZone: reader.timeZone,
    events: all.filter((one) => 'event' in one),
    refusals: [...refusals, ...unfinishedIn(blocks)],
  };
}
