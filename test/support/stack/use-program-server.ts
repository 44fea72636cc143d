import { afterAll, beforeAll } from '@jest/globals';
import { startProgramServer, type ProgramServer } from './run-program.ts';

/** One process for all programs of the file, or of the `describe` that calls this. */
export function useProgramServer(): Pick<ProgramServer, 'run'> {
  let server: ProgramServer;
  beforeAll(() => {
    server = startProgramServer();
  });
  afterAll(() => {
    server.stop();
  });
  return { run: (call) => server.run(call) };
}
