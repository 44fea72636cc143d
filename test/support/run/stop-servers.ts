import { servers } from './running.ts';

export default async function stopServers(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}
