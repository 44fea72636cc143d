import { inspect } from 'node:util';

/** An error whose message is all that a person needs, without a stack even when it is printed whole. */
export class StartupError extends Error {
  [inspect.custom](): string {
    return this.message;
  }
}
