/**
 * `npm run cost`: what a million of each operation costs on AWS, and what teams cost per month.
 * `scenarios.ts` has one request per operation, `measured.ts` counts calls and capacity units while it runs, `price.ts`
 * turns them into dollars with `prices.json`, `team.ts` says what a team does in a month.
 */
import { writeFile } from 'node:fs/promises';
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';
import { openProgress } from '#lib/command/progress';
import { SAMPLE_DATA } from '#lib/local/sample/sample-data';
import { closeBenchStack, openBenchStack } from '#test/tools/measure/stack';
import {
  medianQuantities,
  GIGABYTES,
  meteredCaller,
  PROCESSOR_SHARE,
  ROUND_TRIP_MS,
  type Measured,
} from './measured.ts';
import { asOf, afterFreeTier, dollarsOf, region, source, times, type BilledItem, type Quantities } from './price.ts';
import { scenarios } from './scenarios.ts';
import { allOf, monthOf } from './team.ts';

const ROUNDS = 5;
const MILLION = 1_000_000;
/** The team size whose lines are printed one by one; of all sizes the parts are printed. */
const TEAM = 1_000;
const TEAMS = [10, TEAM, 100_000];
/**
 * The team's monthly budget after the free tier. At list prices, its requests, storage, alarms and dashboard cost more.
 */
const MAX_DOLLARS = 12;

const progress = openProgress();
const money = (dollars: number): string => dollars.toFixed(2).padStart(9);
const units = (value = 0): string => String(Number(value.toPrecision(3))).padStart(7);

async function measureAll(): Promise<Map<string, Quantities>> {
  const { token } = await openBenchStack();
  for (const { name, seed } of SAMPLE_DATA) {
    progress.show(`bringing sample data: ${name}`);
    await seed();
  }
  const call = meteredCaller(await token(SAMPLE.manager));
  const each = new Map<string, Quantities>();
  for (const { operation, prepare, request } of await scenarios(call)) {
    progress.show(operation);
    const samples: Measured[] = [];
    // The first round loads the function and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = await call(...request(round, (await prepare?.(round)) ?? ''));
      if (round > 0) samples.push(measured);
    }
    each.set(operation, medianQuantities(samples));
  }
  return each;
}

const NAMES: Readonly<Record<BilledItem, string>> = {
  httpApiRequests: 'API Gateway',
  lambdaRequests: 'Lambda: requests',
  lambdaGigabyteSeconds: 'Lambda: time',
  dynamodbReadUnits: 'DynamoDB: reads',
  dynamodbWriteUnits: 'DynamoDB: writes',
  dynamodbGigabyteMonths: 'DynamoDB: storage',
  dynamodbBackupGigabyteMonths: 'DynamoDB: restoring',
  s3Reads: 'S3: reads',
  s3Writes: 'S3: writes',
  s3GigabyteMonths: 'S3: storage',
  sqsRequests: 'SQS',
  logGigabytes: 'CloudWatch: logs',
  customMetricMonths: 'CloudWatch: metrics',
  alarmMonths: 'CloudWatch: alarms',
  dashboardMonths: 'CloudWatch: dashboard',
};

function printParts(all: readonly Quantities[]): void {
  const row = (name: string, cells: readonly string[]): void => {
    console.log(`${name.padEnd(52)} ${cells.map((cell) => cell.padStart(15)).join(' ')}`);
  };
  console.log();
  row('a month by what is billed, US$, for users', TEAMS.map(String));
  for (const [name, title] of Object.entries(NAMES) as [BilledItem, string][]) {
    const amounts = all.map((quantities) => dollarsOf({ [name]: quantities[name] ?? 0 }));
    if (amounts.some((amount) => amount > 0)) row(title, amounts.map(money));
  }
  row(
    'in all, by the list',
    all.map((quantities) => money(dollarsOf(quantities))),
  );
  row(
    'to be paid, beyond what every account has free',
    all.map((quantities) => money(dollarsOf(afterFreeTier(quantities)))),
  );
}

async function run(file: string | undefined): Promise<void> {
  try {
    const each = await measureAll();
    progress.clear();
    console.log(
      `${'one million of'.padEnd(52)} ${'reads'.padStart(7)} ${'writes'.padStart(7)} ${'ms'.padStart(7)} ${'US$'.padStart(9)}`,
    );
    for (const [operation, quantities] of each) {
      const { dynamodbReadUnits, dynamodbWriteUnits, lambdaGigabyteSeconds = 0 } = quantities;
      console.log(
        `${operation.padEnd(52)} ${units(dynamodbReadUnits)} ${units(dynamodbWriteUnits)} ${units((lambdaGigabyteSeconds / GIGABYTES) * 1000)} ${money(dollarsOf(times(quantities, MILLION)))}`,
      );
    }
    const months = TEAMS.map((users) => monthOf(users, each));
    const team = months[TEAMS.indexOf(TEAM)] ?? [];
    console.log(`\n${`a month of ${String(TEAM)} users`.padEnd(52)} ${'requests'.padStart(15)} ${'US$'.padStart(17)}`);
    for (const { name, requests, quantities } of team) {
      const count = requests === undefined ? '' : String(Math.round(requests));
      console.log(`${name.padEnd(52)} ${count.padStart(15)} ${money(dollarsOf(quantities)).padStart(17)}`);
    }
    printParts(months.map(allOf));
    const paid = dollarsOf(afterFreeTier(allOf(team)));
    console.log(`\n${String(TEAM)} users are to pay US$ ${String(MAX_DOLLARS)} at most: they pay ${paid.toFixed(2)}.`);
    if (paid > MAX_DOLLARS) process.exitCode = 1;
    console.log(
      `\nPrices of ${region} as of ${asOf}, to be checked before anyone relies on them (test/tools/cost/prices.json: ${source}).\n` +
        `Reads and writes are units of consumed capacity of one request. Time is what the function itself took here on ${String(PROCESSOR_SHARE)} of a processor,\n` +
        `plus ${String(ROUND_TRIP_MS)} ms for each call to the database that waits for another. Data transfer to the internet is not counted.`,
    );
    if (file !== undefined) await writeFile(file, `${JSON.stringify(Object.fromEntries(each), undefined, 2)}\n`);
  } finally {
    progress.clear();
    await closeBenchStack();
  }
}

await program(
  'npm run cost',
  command({
    does: 'Prints what a million calls of each operation cost on AWS, from measured calls, and what teams of three sizes cost a month.',
    options: { json: { type: 'string', value: 'FILE', does: 'writes the measured quantities into a file, too' } },
    example: '--json cost.json',
    run: ({ json }) => run(json),
  }),
);
