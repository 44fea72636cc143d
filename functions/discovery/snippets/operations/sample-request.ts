/**
 * The request of `events/` for each operation, with the ids of the sample data that `npm start` brings: what is shown
 * for an operation works on a laptop when it is pasted. Read when documents are generated, never in a function.
 */
import { readFileSync } from 'node:fs';
import { isRequired } from '#lib/api/documents/discovery';
import type { Operation } from '#lib/api/operation';
import { userIdFor, volumeId } from '#lib/books/model/ids';
import { sampleMonth } from '#lib/calendar/sample/month';
import { ALICE, BOB } from '#lib/calendar/sample/people';
import { TEAM } from '#lib/calendar/sample/seed';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface SampleRequest {
  /** Of the path and the query, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: Json | undefined;
}

interface SampleEvent {
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const { events } = sampleMonth('alice', new Date());
const [series, single] = [events.find(({ recurrence }) => recurrence), events.find(({ recurrence }) => !recurrence)];

/** What stands in `events/` -> what a laptop has. In capitals: what only an earlier answer can tell. */
const IDS: readonly (readonly [string | RegExp, string])[] = [
  [/c_7f3e9a1b[0-9a-f]{56}@group\.calendar\.google\.com/g, TEAM],
  ['0q3n8v1k5t7m2b9d4h6j0r3p5s', single?.id ?? ''],
  ['5c1u8e2a6k9m3o7g0i4q2s6v8b', series?.id ?? ''],
  ['zyTCAlFPjgYC', volumeId('csv:pride-and-prejudice-1813')],
  ['108412357722983146570', userIdFor(ALICE)],
  ['flowers inauthor:keyes', 'pride inauthor:austen'],
  ['ann@example.com', ALICE],
  ['ben@example.com', BOB],
  // Conversions of a click that is older than 60 days cannot be changed.
  ['CKq-sample-click-0001', 'CKq-sample-click-0400'],
  ['AAAnOdc9I_GnxAB0', 'REPORT_ID'],
  ['o3hgv1538sdjfh8kq2l0zx9cvbn', 'RESOURCE_ID'],
  ['"address": "public"', '"address": "ICAL_ADDRESS"'],
];

const FOLDERS: Readonly<Record<string, string>> = { doubleclicksearch: 'ads' };

function readSample(id: string): SampleEvent {
  const [service = '', ...names] = id.split('.');
  const path = `../../../../events/${[FOLDERS[service] ?? service, ...names].join('/')}.json`;
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  return JSON.parse(IDS.reduce((rest, [from, to]) => rest.replaceAll(from, to), text)) as SampleEvent;
}

/** These count only with a parameter that asks for them. */
const withoutExtras = ({
  conferenceData: _conference,
  attachments: _files,
  ...body
}: Readonly<Record<string, Json>>): Json => body;

/** The parameters that cannot be left out, and the body. */
export function sampleRequest({ id, path, query }: Operation): SampleRequest {
  const { pathParameters = {}, queryStringParameters = {}, body } = readSample(id);
  const given: Readonly<Record<string, string>> = { ...pathParameters, ...queryStringParameters };
  const names = [
    ...Object.keys(path),
    ...Object.entries(query).flatMap(([name, schema]) => (isRequired(schema) ? [name] : [])),
    'alt',
  ];
  return {
    parameters: Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    body: body === undefined ? undefined : withoutExtras(JSON.parse(body) as Readonly<Record<string, Json>>),
  };
}
