/** A gateway before one function that says what reached it, for the tests of a file. */
import { onceForAll } from '#test/support/run/fixture';
import { startEchoGateway, type EchoGateway } from './echo-gateway.ts';

export const useEchoGateway = (...given: Parameters<typeof startEchoGateway>): EchoGateway =>
  onceForAll(
    () => startEchoGateway(...given),
    (gateway) => gateway.stop(),
  );
