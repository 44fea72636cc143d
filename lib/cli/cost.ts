/** `npm run cost`: what a million of each operation costs on AWS, from measured calls and consumed capacity, and what a team costs a month. */
import { writeFile } from 'node:fs/promises';
import { closeBenchStack, openBenchStack } from '#lib/bench/stack';
import { SAMPLE_DATA } from '#lib/local/sample-data';
import { SAMPLE } from '#lib/ads/sample-data';
import { billed, GIGABYTES, measuring, PROCESSOR_SHARE, ROUND_TRIP_MS, type Measured } from '#lib/proof/cost/measured';
import { asOf, dollarsOf, region, source, times, type Quantities } from '#lib/proof/cost/price';
import { scenarios } from '#lib/proof/cost/scenarios';
import { monthOf } from '#lib/proof/cost/team';
import { command } from './command.ts';
import { program } from './program.ts';
import { openProgress } from './progress.ts';

const ROUNDS = 5;
const MILLION = 1_000_000;
const USERS = 1_000;

const progress = openProgress();
const money = (dollars: number): string => dollars.toFixed(2).padStart(9);
const units = (value = 0): string => String(Number(value.toPrecision(3))).padStart(7);

async function measureAll(): Promise<Map<string, Quantities>> {
  const { token } = await openBenchStack();
  for (const { name, seed } of SAMPLE_DATA) {
    progress.show(`bringing sample data: ${name}`);
    await seed();
  }
  const call = measuring(await token(SAMPLE.manager));
  const each = new Map<string, Quantities>();
  for (const { operation, prepare, request } of await scenarios(call)) {
    progress.show(operation);
    const samples: Measured[] = [];
    // The first one loads the function and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = await call(...request(round, (await prepare?.(round)) ?? ''));
      if (round > 0) samples.push(measured);
    }
    each.set(operation, billed(samples));
  }
  return each;
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
    const month = monthOf(USERS, each);
    console.log(`\n${`a month of ${String(USERS)} users`.padEnd(52)} ${'requests'.padStart(15)} ${'US$'.padStart(17)}`);
    for (const { name, requests, dollars } of month)
      console.log(
        `${name.padEnd(52)} ${(requests === undefined ? '' : String(Math.round(requests))).padStart(15)} ${money(dollars).padStart(17)}`,
      );
    console.log(
      `${'in all'.padEnd(68)} ${money(month.reduce((total, { dollars }) => total + dollars, 0)).padStart(17)}`,
    );
    console.log(
      `\nPrices of ${region} as of ${asOf}, to be checked before anyone relies on them (lib/proof/cost/prices.json: ${source}).\n` +
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
    does: 'What a million of each operation costs on AWS, from measured calls, and what a team costs a month.',
    options: { json: { type: 'string', value: 'FILE', does: 'writes the measured quantities into a file, too' } },
    example: '--json cost.json',
    run: ({ json }) => run(json),
  }),
);
