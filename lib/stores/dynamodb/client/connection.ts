/** One connection to the database, which carries one request after another. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { HttpAnswerReader, type HttpAnswer } from './http-answer.ts';

class Timeout extends Error {
  override readonly name = 'TimeoutError';
}

const hasClosed = (): Error => new Error('The database has closed the connection.');

interface Pending {
  readonly reader: HttpAnswerReader;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: unknown) => void;
}

const KEEP_ALIVE_MS = 1_000;

/** What the next connection needs in order to shorten its handshake. */
const sessions = new Map<string, Buffer>();

function openSocket({ protocol, host: key, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  const options = { host, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  if (protocol === 'http:') return connectTcp({ ...options, port: Number(port || 80) });
  const name = isIP(host) === 0 ? { servername: host } : {};
  const session = sessions.get(key);
  const socket = connectTls({ ...options, ...name, ...(session && { session }), port: Number(port || 443) });
  return socket.on('session', (next: Buffer) => sessions.set(key, next));
}

export class Connection {
  readonly #socket: Socket;
  readonly #timeoutMs: number;
  #pending: Pending | undefined;
  #error: Error | undefined;

  /** `closed` is called once, when nothing can be sent any more. */
  constructor(url: URL, timeoutMs: number, closed: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#socket = openSocket(url)
      .on('data', (bytes: Buffer) => {
        this.#take((reader) => reader.add(bytes));
      })
      .on('end', () => {
        this.#take((reader) => reader.end());
        this.#socket.destroy();
      })
      .on('timeout', () => this.#socket.destroy(new Timeout('The database does not answer.')))
      .on('error', (error) => {
        this.#error = error;
      })
      .on('close', () => {
        const pending = this.#pending;
        this.#pending = undefined;
        closed();
        pending?.reject(this.#error ?? hasClosed());
      });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Not before the answer to the request before is there. */
  send(request: string): Promise<HttpAnswer> {
    if (!this.isOpen) return Promise.reject(hasClosed());
    return new Promise((resolve, reject) => {
      this.#pending = { reader: new HttpAnswerReader(), resolve, reject };
      this.#socket.setTimeout(this.#timeoutMs).ref();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(read: (reader: HttpAnswerReader) => HttpAnswer | undefined): void {
    const pending = this.#pending;
    // Nothing was asked.
    if (pending === undefined) return this.close();
    try {
      const answer = read(pending.reader);
      if (answer === undefined) return undefined;
      this.#pending = undefined;
      // A connection that waits for the next request keeps no process from ending.
      this.#socket.setTimeout(0).unref();
      if (!answer.keepsOpen) this.close();
      pending.resolve(answer);
    } catch (error) {
      this.#socket.destroy(error as Error);
    }
  }
}
