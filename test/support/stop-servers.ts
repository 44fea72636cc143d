export default async function stopServers(): Promise<void> {
  await Promise.resolve();
}
