/** Faults that no client can see: they change how something is done and not what is answered. */
import type { Fault } from './instrument.ts';

interface Equivalent {
  readonly file: string;
  /** How the line begins. */
  readonly code: string;
  /** What is put in place of a part of it. */
  readonly becomes: string;
  readonly why: string;
}

const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'lib/calendar/events/order/time-index.ts',
    code: 'Object.entries(CLASSES).find(([, longest]) => durationMs <=',
    becomes: 'Object.entries(CLASSES).find(([, longest]) => durationMs <= longest)[0]',
    why: 'The last class holds every length.',
  },
  {
    file: 'lib/calendar/events/order/time-index.ts',
    code: 'Object.entries(CLASSES).find(([, longest]) => durationMs <=',
    becomes: '""',
    why: 'The last class holds every length.',
  },
  {
    file: 'lib/calendar/events/order/by-change.ts',
    code: 'return new Map(series.map(({ id }, index) => [id, (lists[ind',
    becomes: '["Stryker was here"]',
    why: 'There are as many lists as series.',
  },
  {
    file: 'lib/calendar/events/write/series-guests.ts',
    code: "const own = rowOf(rows, row.email ?? '');",
    becomes: '"Stryker was here!"',
    why: 'Every stored guest has an address.',
  },
  {
    file: 'lib/calendar/guests/copy-event.ts',
    code: '...(before?.after !== undefined && { after: before.after }),',
    becomes: 'true',
    why: 'A field without a value is not stored.',
  },
  {
    file: 'lib/stores/dynamodb/books/shelf-item.ts',
    code: "access: 'PRIVATE',",
    becomes: '""',
    why: 'Whoever makes a shelf says who may see it.',
  },
  {
    file: 'lib/stores/dynamodb/books/placements.ts',
    code: "const [, generation = '', rank = ''] = /^R#(\\d+)#(.*)$/s.exe",
    becomes: '["Stryker was here"]',
    why: 'All keys of placements have that form.',
  },
  {
    file: 'lib/stores/search-index/candidates.ts',
    code: "const stored = prepare(index, 'SELECT volumes FROM counts WHE",
    becomes: '""',
    why: 'What is not stored is counted anew, to the same number.',
  },
  {
    file: 'lib/stores/duckdb/relations.ts',
    code: 'return month >= addDays(window.first, -1).slice(0, 7) && mont',
    becomes: 'addDays(window.last, 1)',
    why: 'A month sorts before all of its days.',
  },
  {
    file: 'lib/calendar/guests/mail/send-once.ts',
    code: 'const isHeld = kept.heldUntilMs !== undefined && kept.heldUn',
    becomes: 'true',
    why: 'Nothing is later than no time.',
  },
  {
    file: 'lib/calendar/ics/extras.ts',
    code: 'const value = isKept(name) ? /^[^;:]+(?:;(?:"[^"]*"|[^":])*)',
    becomes: '/^[^;:]+(?:;(?:"[^"]*"|[^":])*)?:(.*)/u',
    why: 'A line ends where the rest of it does.',
  },
  {
    file: 'lib/calendar/push/relay/receive.ts',
    code: 'const known = outboxes.filter(({ channel }) => isSameToken(t',
    becomes: '"Stryker was here!"',
    why: "Every channel of a hook has the upstream's token.",
  },
  {
    file: 'lib/calendar/push/deliver-due.ts',
    code: 'if (failures.length > 0) throw new AggregateError(failures,',
    becomes: '""',
    why: 'The text is for the log alone.',
  },
  {
    file: 'lib/ads/conversions/list-conversions.ts',
    code: '...(campaignId === undefined ? [] : [[',
    becomes: 'false',
    why: 'What is looked up besides is not read: only filters that are given are compared.',
  },
  {
    file: 'lib/ads/conversions/list-conversions.ts',
    code: '...(adGroupId === undefined ? [] : [[',
    becomes: 'false',
    why: 'What is looked up besides is not read: only filters that are given are compared.',
  },
  {
    file: 'lib/ads/import/json-shapes.ts',
    code: "const isIds = isListOf(`json_extract(${json}, '$.activityIds",
    becomes: '""',
    why: 'An empty path means the whole value, as $ does.',
  },
  {
    file: 'lib/ads/reports/compile/rows.ts',
    code: "if (relation === 'row' || (relation === 'activity' && rows.",
    becomes: '""',
    why: 'An activity that is joined to itself has the same values; where another word is changed, tests fail.',
  },
  {
    file: 'lib/ads/reports/compile/measures.ts',
    code: "origin.from === 'measures' ? raw(origin.formula) : origin.fr",
    becomes: 'true',
    why: 'No metric comes from anywhere else.',
  },
  {
    file: 'lib/ads/import/staging-sql.ts',
    code: 'const problem = `CASE ${[...unread, ...present.flatMap(probl',
    becomes: '""',
    why: 'A text or a bracket ends before a word without a blank, too.',
  },
  {
    file: 'lib/ads/reports/run/run-report.ts',
    code: "return 'taken';",
    becomes: '""',
    why: 'Only reports that are ready or have failed are counted.',
  },
  {
    file: 'lib/ads/reports/request/prepare.ts',
    code: 'const isExchanged = ofConversions || codes.some((code) => c',
    becomes: 'true',
    why: 'Rates are read though nothing is exchanged, and then not looked at.',
  },
  {
    file: 'lib/stores/s3/signed-bucket.ts',
    code: "return { etag: headers.get('etag') ?? '', metadata: Object.f",
    becomes: '"Stryker was here!"',
    why: 'S3 sends a tag with every object.',
  },
  {
    file: 'lib/stores/s3/report-archive.ts',
    code: 'await client.send(new DeleteObjectsCommand({ Bucket, Delete:',
    becomes: 'false',
    why: 'Nobody reads the list of what was deleted.',
  },
  {
    file: 'lib/stores/dynamodb/rewrite/rewrite-table.ts',
    code: 'if (position !== undefined) await db.send(new PutCommand({ T',
    becomes: 'true',
    why: 'The last position is deleted right after.',
  },
  {
    file: 'lib/stores/duckdb/relations.ts',
    code: "kind.cut === 'month' || kind === entities ? `SELECT * FROM $",
    becomes: 'false',
    why: 'Naming all columns reads the same as a star where a file has them all.',
  },
  {
    file: 'lib/stores/duckdb/relations.ts',
    code: "kind.cut === 'month' || kind === entities ? `SELECT * FROM $",
    becomes: "kind.cut === 'month' && kind === entities",
    why: 'Naming all columns reads the same as a star where a file has them all.',
  },
  {
    file: 'lib/stores/duckdb/report-warehouse.ts',
    code: "signal?.removeEventListener('abort', stop);",
    becomes: '""',
    why: 'The listener of a session that is closed does nothing.',
  },
  {
    file: 'lib/stores/dynamodb/commands/waiting-line.ts',
    code: 'this.#turnMs = Math.min(tookMs, this.#turnMs + (tookMs - thi',
    becomes: 'tookMs + this.#turnMs',
    why: 'It changes how long writers wait for one another; each write has its own condition.',
  },
  {
    file: 'lib/stores/dynamodb/commands/waiting-line.ts',
    code: 'const patience = Math.max(STALLED_MS, this.#turnMs * STALLED',
    becomes: 'ahead + TURNS_AT_ONCE',
    why: 'It changes how long writers wait for one another; each write has its own condition.',
  },
  {
    file: 'lib/middleware/response/finish-response.ts',
    code: 'const accepts = Object.entries(event.headers).find(([name])',
    becomes: '"Stryker was here!"',
    why: 'Only the word gzip is looked for.',
  },
  {
    file: 'lib/middleware/exchange/pick-operation.ts',
    code: 'if (exchange.operation?.body === undefined) readForm(exchang',
    becomes: 'true',
    why: 'An operation with a body refuses a form anyway.',
  },
  {
    file: 'lib/books/search/query.ts',
    code: 'else if (isUnion) groups.at(-1)?.push(lexeme.term);',
    becomes: 'groups.at(-1).push',
    why: 'OR joins only what stands behind a term.',
  },
  {
    file: 'lib/books/import/file/open-file.ts',
    code: 'while (length < bytes) {',
    becomes: 'length <= bytes',
    why: 'One piece more is read ahead.',
  },
  {
    file: 'lib/books/import/file/open-file.ts',
    code: "if (isGzip) packed.stream.once('error', (error) => plain.des",
    becomes: 'true',
    why: 'A stream that has failed is destroyed already.',
  },
];

/** Why nobody can see the fault; undefined where somebody can. */
export const whyUnseen = ({ fileName, code, replacement }: Fault): string | undefined =>
  EQUIVALENT.find((one) => one.file === fileName && code.startsWith(one.code) && one.becomes === replacement)?.why;
