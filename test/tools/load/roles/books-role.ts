/** A reader: searches, and a shelf that only this client changes. */
import { isUndecided, reasonOf, type Json } from '#test/tools/load/client/wire';
import type { Role, Dependencies } from './role.ts';

const SHELF = '3';
const MAX_ON_SHELF = 25;
const WORDS = [
  'love',
  'war',
  'sea',
  'garden',
  'history',
  'island',
  'night',
  'house',
  'inauthor:austen',
  'subject:fiction',
  'intitle:the',
  'poems',
  'science',
  '"two sisters"',
];
const STEPS = { search: 40, volume: 15, add: 20, remove: 7, move: 8, order: 9, clear: 1 } as const;

const idsOf = ({ items = [] }: Json): string[] => (items as readonly { readonly id: string }[]).map(({ id }) => id);
const path = `books/v1/mylibrary/bookshelves/${SHELF}`;

export class BooksRole implements Role {
  readonly #dependencies: Dependencies;
  #order: readonly string[] = [];
  #found: readonly string[] = [];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async step(): Promise<void> {
    const { chance, wire } = this.#dependencies;
    const [some, other] = [chance.pick(this.#order), chance.pick(this.#found)];
    switch (chance.weighted(STEPS)) {
      case 'add':
        if (other === undefined || this.#order.length >= MAX_ON_SHELF) return this.#search();
        return this.#change(
          'addVolume',
          { volumeId: other },
          this.#order.includes(other) ? this.#order : [...this.#order, other],
        );
      case 'remove':
        if (some !== undefined)
          await this.#change(
            'removeVolume',
            { volumeId: some },
            this.#order.filter((id) => id !== some),
          );
        return;
      case 'move':
        if (some !== undefined)
          await this.#change('moveVolume', { volumeId: some, volumePosition: '0' }, [
            some,
            ...this.#order.filter((id) => id !== some),
          ]);
        return;
      case 'clear':
        return this.#change('clearVolumes', {}, []);
      case 'order':
        return this.#compare();
      case 'volume':
        if (other !== undefined) await wire.sendUntilAnswered('books.volumes.get', 'GET', `books/v1/volumes/${other}`);
        return;
      case 'search':
        return this.#search();
    }
  }

  async #search(): Promise<void> {
    const { chance, wire, findings } = this.#dependencies;
    const q = chance.pick(WORDS) ?? '';
    const { body } = await wire.sendUntilAnswered(
      'books.volumes.list',
      'GET',
      `books/v1/volumes?q=${encodeURIComponent(q)}&maxResults=20&startIndex=${String(chance.below(3) * 5)}`,
    );
    const found = idsOf(body);
    findings.check(new Set(found).size === found.length, () => `a search for '${q}' answers a volume twice`);
    if (found.length > 0) this.#found = found;
  }

  async #change(verb: string, query: Record<string, string>, after: readonly string[]): Promise<void> {
    const { wire, findings } = this.#dependencies;
    const operation = `books.mylibrary.bookshelves.${verb}`;
    const answer = await wire.call(operation, 'POST', `${path}/${verb}?${new URLSearchParams(query).toString()}`);
    if (isUndecided(answer)) {
      const found = await this.#read();
      const is = (order: readonly string[]): boolean => found.join() === order.join();
      findings.check(
        is(after) || is(this.#order),
        () => `${operation} without an answer left a shelf that is neither the old nor the new one`,
      );
      this.#order = found;
      return;
    }
    findings.check(answer.status < 300, () => `${operation}: ${String(answer.status)} ${reasonOf(answer)}`);
    if (answer.status < 300) this.#order = after;
  }

  async #read(): Promise<string[]> {
    const { body } = await this.#dependencies.wire.sendUntilAnswered(
      'books.mylibrary.bookshelves.volumes.list',
      'GET',
      `${path}/volumes?maxResults=40`,
    );
    return idsOf(body);
  }

  async #compare(): Promise<void> {
    const found = await this.#read();
    this.#dependencies.findings.check(
      found.join() === this.#order.join(),
      () => `${this.#dependencies.name}'s shelf is ${found.join()}, not ${this.#order.join()}`,
    );
  }

  async verify(): Promise<void> {
    await this.#compare();
    const { body } = await this.#dependencies.wire.sendUntilAnswered('books.mylibrary.bookshelves.get', 'GET', path);
    this.#dependencies.findings.check(
      Number(body['volumeCount'] ?? 0) === this.#order.length,
      () => `the shelf counts ${String(body['volumeCount'])}, not ${String(this.#order.length)}`,
    );
  }
}
