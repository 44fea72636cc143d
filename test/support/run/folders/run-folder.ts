/** A folder that the test files of a run share, in the project `rules`; it goes with the run. */
export function runFolder(): string {
  const folder = process.env['ALMANAC_TEST_RUN'];
  if (folder === undefined) throw new Error('Only tests of the project "rules" share a folder.');
  return folder;
}
