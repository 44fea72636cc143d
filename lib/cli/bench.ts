/** `npm run bench [-- --only NAME --json FILE]`: a table for people, rows for programs. Exits with 1 when a budget is exceeded. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { rounded, type Bench, type Report, type Row } from '#lib/bench/bench';
import { adsConversions } from '#lib/bench/ads-conversions';
import { adsImport } from '#lib/bench/ads-import';
import { bookSearch } from '#lib/bench/book-search';
import { books } from '#lib/bench/books';
import { bundles } from '#lib/bench/bundles';
import { calendars } from '#lib/bench/calendar';
import { eventLists } from '#lib/bench/event-lists';
import { events } from '#lib/bench/events';
import { expansion } from '#lib/bench/expansion';
import { guestCopies } from '#lib/bench/guests';
import { importMemory } from '#lib/bench/import-memory';
import { importTime } from '#lib/bench/import-time';
import { reports } from '#lib/bench/reports';
import { pushMessages } from '#lib/bench/push';
import { sideBySide } from '#lib/bench/side-by-side';
import { closeBenchStack } from '#lib/bench/stack';

const BENCHES: readonly Bench[] = [bundles, importTime, calendars, events, eventLists, guestCopies, pushMessages, adsConversions, adsImport, bookSearch, books, importMemory, expansion, sideBySide, reports];

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const chosen = BENCHES.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`There is no benchmark '${String(values.only)}'. There are: ${BENCHES.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const rows: Row[] = [];
const report: Report = {
  row(name, exact, unit, budget) {
    const value = rounded(exact);
    const row: Row = { name, value, unit, ...(budget !== undefined && { budget }), ok: budget === undefined || exact <= budget };
    rows.push(row);
    const verdict = budget === undefined ? '' : row.ok ? `  (budget ${String(budget)})` : `  OVER ${String(budget)}`;
    console.log(`${name.padEnd(64)} ${String(value).padStart(9)} ${unit}${verdict}`);
  },
  note(text) {
    console.log(`(${text})`);
  },
  progress(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}\r`);
  },
};

try {
  for (const bench of chosen) await bench.run(report);
} finally {
  await closeBenchStack();
}
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(rows, undefined, 2)}\n`);
const over = rows.filter(({ ok }) => !ok);
if (over.length > 0) {
  console.error(`${String(over.length)} of ${String(rows.length)} rows are over their budget.`);
  process.exitCode = 1;
}
