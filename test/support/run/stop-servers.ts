/** After the tests that need servers: ends what `start-servers.ts` started. */
import { servers } from './running.ts';

export default async function stopServers(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}
