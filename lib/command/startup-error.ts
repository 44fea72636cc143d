import { inspect } from 'node:util';

/** A failure whose message is all that a person needs to see, also where somebody prints the whole of it. */
export class StartupError extends Error {
  [inspect.custom](): string {
    return this.message;
  }
}
