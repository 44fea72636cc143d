/** Amazon's DynamoDB Local, with which ours is compared: one server after another. */
import type { Shape } from '#test/tools/database-fuzz/commands/tables';
import { INTENDED_DIFFERENCES } from './differences.ts';
import { startServer } from './dynamodb-local.ts';
import type { Engine, Tables } from './engines.ts';

/** A server gets slower with every episode, though the tables are dropped: after 50 a command takes twice as long. */
const EPISODES_OF_A_SERVER = 16;

/** A server that ends after its last episode. */
class Turn {
  readonly server = startServer();
  #left = EPISODES_OF_A_SERVER;
  #playing = 0;
  #stopped: Promise<void> | undefined;

  get isOver(): boolean {
    return this.#left === 0;
  }

  async open(shapes: readonly Shape[]): Promise<Tables> {
    this.#left -= 1;
    this.#playing += 1;
    const tables = await (await this.server).open(shapes);
    return {
      ...tables,
      drop: async () => {
        await tables.drop();
        this.#playing -= 1;
        if (this.isOver && this.#playing === 0) await this.stop();
      },
    };
  }

  stop(): Promise<void> {
    this.#stopped ??= this.server.then((server) => server.stop());
    return this.#stopped;
  }
}

/** Throws `StartupError` without Java. */
export async function openReference(): Promise<Engine> {
  let turn = new Turn();
  const turns = [turn];
  await turn.server;
  return {
    intendedDifferences: INTENDED_DIFFERENCES,
    open(shapes) {
      if (turn.isOver) {
        turn = new Turn();
        turns.push(turn);
      }
      return turn.open(shapes);
    },
    async close() {
      await Promise.all(turns.map((each) => each.stop()));
    },
  };
}
