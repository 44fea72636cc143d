/**
 * Copies of all items, in memory, to go back to. Restoring writes only the rows that differ, so it takes a few
 * milliseconds where little has changed since.
 */
import type { Engine } from './engine.ts';

export interface Snapshots {
  /** Replaces one of the same name. */
  take(name: string): void;
  /** False if there is none of this name. Changes that stream readers have not read are dropped. */
  restore(name: string): boolean;
}

const COPIES = 'snapshots';

export function embeddedSnapshots({ file }: Engine): Snapshots {
  const numbers = new Map<string, number>();
  let last = 0;
  const tables = (): string[] => file.rows<[number]>('SELECT id FROM tables').map(([id]) => `items_${String(id)}`);
  const copyOf = (number: number, table: string): string => `${COPIES}.s${String(number)}_${table}`;

  function drop(number: number): void {
    for (const table of tables()) file.execute(`DROP TABLE IF EXISTS ${copyOf(number, table)}`);
  }

  return {
    take(name) {
      if (last === 0) file.execute(`ATTACH ':memory:' AS ${COPIES}`);
      last += 1;
      const number = last;
      file.writeQuietly(() => {
        for (const table of tables()) {
          const copy = copyOf(number, table);
          file.execute(`CREATE TABLE ${copy} AS SELECT * FROM main.${table}`);
          file.execute(`UPDATE ${copy} SET changed = NULL`);
          file.execute(`CREATE UNIQUE INDEX ${copy}_key ON s${String(number)}_${table} (pk, sk)`);
        }
      });
      const former = numbers.get(name);
      if (former !== undefined) drop(former);
      numbers.set(name, number);
    },

    restore(name) {
      const number = numbers.get(name);
      if (number === undefined) return false;
      file.write(() => {
        file.execute('DELETE FROM main.changes');
        file.execute('DELETE FROM main.tokens');
        for (const table of tables()) {
          const [now, then] = [`main.${table} AS now`, `${copyOf(number, table)} AS kept`];
          const isSameKey = 'kept.pk = now.pk AND kept.sk = now.sk';
          const isSame = `${isSameKey} AND kept.item = now.item AND kept.marked = now.marked`;
          file.execute(`DELETE FROM ${now} WHERE NOT EXISTS (SELECT 1 FROM ${then} WHERE ${isSame})`);
          file.execute(`UPDATE main.${table} SET changed = NULL WHERE changed IS NOT NULL`);
          file.execute(
            `INSERT INTO main.${table} SELECT * FROM ${then} ` +
              `WHERE NOT EXISTS (SELECT 1 FROM ${now} WHERE ${isSameKey})`,
          );
        }
      });
      return true;
    },
  };
}
