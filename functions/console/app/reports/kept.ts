/** What stays in this browser: named sets of columns, and which reports were ordered. No rows, and nothing secret. */
import { preference, rememberPreference } from '../state/preferences.ts';
import { createStore } from '../state/store.ts';

export interface ColumnSet {
  readonly name: string;
  readonly type: string;
  readonly columns: readonly string[];
}

export interface Order {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
}

const MAX_KEPT = 50;

const isList = <T>(value: unknown): value is readonly T[] => Array.isArray(value);

const kept = <T>(name: string) => {
  const store = createStore<readonly T[]>(preference<readonly T[]>(name, [], isList<T>));
  store.subscribe((now) => {
    rememberPreference(name, now.slice(0, MAX_KEPT));
  });
  return store;
};

export const columnSets = kept<ColumnSet>('columnSets');
export const orders = kept<Order>('reportOrders');
