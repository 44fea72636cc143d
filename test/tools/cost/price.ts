/** The price of quantities that AWS bills, by `prices.json`. */
import prices from './prices.json' with { type: 'json' };

export type BilledItem = keyof typeof prices.usd;
export type Quantities = Readonly<Partial<Record<BilledItem, number>>>;

export const { region, asOf, source } = prices;

/** The permanent free tier of an account, shared by its stages. */
const FREE_EACH_MONTH: Quantities = prices.freeEachMonth;

const entriesOf = (quantities: Quantities): [BilledItem, number][] =>
  Object.entries(quantities) as [BilledItem, number][];

export const dollarsOf = (quantities: Quantities): number =>
  entriesOf(quantities).reduce(
    (sum, [name, quantity]) => sum + (quantity * prices.usd[name].each) / prices.usd[name].per,
    0,
  );

export const times = (quantities: Quantities, factor: number): Quantities =>
  Object.fromEntries(entriesOf(quantities).map(([name, quantity]) => [name, quantity * factor]));

export function sumOf(all: readonly Quantities[]): Quantities {
  const sum: Partial<Record<BilledItem, number>> = {};
  for (const [name, quantity] of all.flatMap(entriesOf)) sum[name] = (sum[name] ?? 0) + quantity;
  return sum;
}

/** The quantities that remain to be paid. */
export const afterFreeTier = (quantities: Quantities): Quantities =>
  Object.fromEntries(
    entriesOf(quantities).map(([name, quantity]) => [name, Math.max(0, quantity - (FREE_EACH_MONTH[name] ?? 0))]),
  );
