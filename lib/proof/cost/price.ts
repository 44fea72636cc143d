/** What a quantity of everything that AWS bills costs, by the list of prices beside this file. */
import prices from './prices.json' with { type: 'json' };

export type Billed = keyof typeof prices.usd;
export type Quantities = Readonly<Partial<Record<Billed, number>>>;

export const { region, asOf, source } = prices;

export const dollarsOf = (quantities: Quantities): number =>
  (Object.entries(quantities) as [Billed, number][]).reduce((sum, [name, quantity]) => sum + (quantity * prices.usd[name].each) / prices.usd[name].per, 0);

export const times = (quantities: Quantities, factor: number): Quantities =>
  Object.fromEntries(Object.entries(quantities).map(([name, quantity]) => [name, quantity * factor]));
