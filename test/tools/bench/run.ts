/**
 * `npm run bench`: prints a table and writes rows as JSON. Exits with 1 if a budget is exceeded.
 * The benchmarks are in one folder per subject: `calendar/`, `books/`, `ads/`, `lambda/` (cold starts and bundle
 * sizes), `testing/` (in other people's tests), and `rivals/` (other programs to compare with). `../measure` has the tools they share; start with
 * `measure/bench.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { rounded, type Bench, type Report, type Row } from '#test/tools/measure/bench';
import { closeBenchStack } from '#test/tools/measure/stack';
import { adsConversions } from './ads/ads-conversions.ts';
import { adsImport } from './ads/ads-import.ts';
import { reports } from './ads/reports.ts';
import { bookSearch } from './books/book-search.ts';
import { books } from './books/books.ts';
import { importMemory } from './books/import-memory.ts';
import { knownItem } from './books/known-item.ts';
import { calendars } from './calendar/calendar.ts';
import { eventLists } from './calendar/event-lists.ts';
import { events } from './calendar/events.ts';
import { expansion } from './calendar/expansion.ts';
import { guestCopies } from './calendar/guests.ts';
import { icsImport } from './calendar/ics-import.ts';
import { calendarPull } from './calendar/pull.ts';
import { pushMessages } from './calendar/push.ts';
import { requests } from './calendar/requests.ts';
import { sideBySide } from './calendar/side-by-side.ts';
import { writersAtOnce } from './calendar/writers-at-once.ts';
import { consolePage } from './console/console.ts';
import { deployedRequests } from './deployed/deployed-requests.ts';
import { gateway } from './gateway/gateway.ts';
import { growth } from './growth/growth.ts';
import { bundles } from './lambda/bundles.ts';
import { coldStarts } from './lambda/cold-start.ts';
import { importTime } from './lambda/import-time.ts';
import { inTests, startsInTests } from './testing/start-almanac.ts';

const BENCHES: readonly Bench[] = [
  bundles,
  importTime,
  coldStarts,
  calendars,
  events,
  eventLists,
  guestCopies,
  writersAtOnce,
  pushMessages,
  adsConversions,
  adsImport,
  bookSearch,
  books,
  knownItem,
  importMemory,
  growth,
  icsImport,
  calendarPull,
  expansion,
  inTests,
  startsInTests,
  requests,
  consolePage,
  deployedRequests,
  sideBySide,
  gateway,
  reports,
];

const progress = openProgress();

/** A report that prints each row at once, and the rows so far. */
function printingReport(): { readonly report: Report; readonly rows: readonly Row[] } {
  const rows: Row[] = [];
  const print = (text: string): void => {
    progress.clear();
    console.log(text);
  };
  return {
    rows,
    report: {
      row(name, exact, unit, budget, before) {
        const value = rounded(exact);
        const row: Row = {
          name,
          value,
          unit,
          ...(budget !== undefined && { budget }),
          ...(before !== undefined && { before }),
          ok: budget === undefined || exact <= budget,
        };
        rows.push(row);
        const verdict =
          budget === undefined ? '' : row.ok ? `  (budget ${String(budget)})` : `  OVER ${String(budget)}`;
        const earlier = before === undefined ? '' : `  (before: ${String(before)})`;
        print(`${name.padEnd(64)} ${String(value).padStart(9)} ${unit}${verdict}${earlier}`);
      },
      note(text) {
        print(`(${text})`);
      },
      progress(text) {
        progress.show(text);
      },
    },
  };
}

async function run(benches: readonly Bench[], file: string | undefined): Promise<void> {
  const { report, rows } = printingReport();
  try {
    for (const bench of benches) {
      progress.show(bench.name);
      await bench.run(report);
    }
  } finally {
    progress.clear();
    await closeBenchStack();
  }
  if (file !== undefined) await writeFile(file, `${JSON.stringify(rows, undefined, 2)}\n`);
  const over = rows.filter(({ ok }) => !ok);
  if (over.length === 0) return;
  console.error(`${String(over.length)} of ${String(rows.length)} rows are over their budget.`);
  process.exitCode = 1;
}

const NAMES = BENCHES.map(({ name }) => name);

await program(
  'npm run bench',
  command({
    does: 'Measures against the budgets, in ratios within one run. Exits with 1 when one is exceeded.',
    options: {
      only: { type: 'string', value: 'NAME', choices: NAMES, does: `one of them: ${NAMES.join(', ')}` },
      json: { type: 'string', value: 'FILE', does: 'writes the rows into a file, too' },
    },
    example: '--only event-lists --json rows.json',
    run: ({ only, json }) =>
      run(
        BENCHES.filter(({ name }) => only === undefined || name === only),
        json,
      ),
  }),
);
