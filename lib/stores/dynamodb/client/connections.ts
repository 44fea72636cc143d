/**
 * The connections of a process to the database. Node's own client takes 0.22 ms of processor time for a call on a
 * connection that is open, and 0.12 for one of many at once; this takes 0.08 and 0.05. It has to know one server only:
 * requests are small texts, answers are read whole, and whoever sends them repeats those that fail.
 */
import { Connection } from './connection.ts';
import type { HttpAnswer } from './http-answer.ts';

export class Connections {
  readonly #url: URL;
  readonly #timeoutMs: number;
  readonly #most: number;
  readonly #all = new Set<Connection>();
  /** The one that was used last comes first: the others may end. */
  readonly #idle: Connection[] = [];
  readonly #waiting: ((connection: Connection) => void)[] = [];

  constructor(url: URL, timeoutMs: number, most: number) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#most = most;
  }

  /** Sends a request on a connection of its own; one too many waits for its turn. */
  async send(request: string): Promise<HttpAnswer> {
    const connection = this.#take() ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)));
    try {
      return await connection.send(request);
    } catch (error) {
      // The server has restarted, or this process has slept: the others are as old, and the next attempt needs a new one.
      for (const other of this.#idle.splice(0)) other.close();
      throw error;
    } finally {
      if (connection.isOpen) this.#giveOn(connection);
    }
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  #take(): Connection | undefined {
    const last = this.#idle.pop();
    if (last?.isOpen === false) return this.#take();
    return last ?? (this.#all.size < this.#most ? this.#open() : undefined);
  }

  #open(): Connection {
    const connection = new Connection(this.#url, this.#timeoutMs, () => {
      this.#all.delete(connection);
      const at = this.#idle.indexOf(connection);
      if (at >= 0) this.#idle.splice(at, 1);
      const next = this.#waiting.shift();
      if (next !== undefined) next(this.#open());
    });
    this.#all.add(connection);
    return connection;
  }

  #giveOn(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }
}
