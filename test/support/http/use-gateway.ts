/** The deployment over HTTP for the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import type { TestGateway } from './gateway.ts';

/** Loaded by the hook, so that hooks before this one can still change the settings that functions read. */
export const useGateway = (): TestGateway =>
  onceForAll(
    async () => (await import('./gateway.ts')).startGateway(),
    (gateway) => gateway.stop(),
  );
