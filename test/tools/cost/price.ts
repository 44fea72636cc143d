/** The price of quantities that AWS bills, by `prices.json`. */
import prices from './prices.json' with { type: 'json' };

export type Billed = keyof typeof prices.usd;
export type Quantities = Readonly<Partial<Record<Billed, number>>>;

export const { region, asOf, source } = prices;

/** The permanent free tier of an account, shared by its stages. */
export const FREE_EACH_MONTH: Quantities = prices.freeEachMonth;

const entriesOf = (quantities: Quantities): [Billed, number][] => Object.entries(quantities) as [Billed, number][];

export const dollarsOf = (quantities: Quantities): number =>
  entriesOf(quantities).reduce(
    (sum, [name, quantity]) => sum + (quantity * prices.usd[name].each) / prices.usd[name].per,
    0,
  );

export const times = (quantities: Quantities, factor: number): Quantities =>
  Object.fromEntries(entriesOf(quantities).map(([name, quantity]) => [name, quantity * factor]));

export function sumOf(all: readonly Quantities[]): Quantities {
  const sum: Partial<Record<Billed, number>> = {};
  for (const [name, quantity] of all.flatMap(entriesOf)) sum[name] = (sum[name] ?? 0) + quantity;
  return sum;
}

/** The quantities that remain to be paid. */
export const beyondFree = (quantities: Quantities): Quantities =>
  Object.fromEntries(
    entriesOf(quantities).map(([name, quantity]) => [name, Math.max(0, quantity - (FREE_EACH_MONTH[name] ?? 0))]),
  );
