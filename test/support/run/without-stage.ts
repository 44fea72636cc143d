/**
 * Called before every test file that needs no server: where others have a database, these know nothing of it. Modules
 * that a worker loads for such a file serve the others, too, so they are connected to the database of the run first.
 */
const sharesModules = !import.meta.url.includes('own=');
const { ALMANAC_TEST_DATA: runsServers } = process.env;

export default async function withoutStage(): Promise<void> {
  if (sharesModules && runsServers !== undefined) (await import('./use-stage.ts')).default();
  Reflect.deleteProperty(process.env, 'ALMANAC_DATABASE');
}
