export default async function startServers(): Promise<void> {
  await Promise.resolve();
}
