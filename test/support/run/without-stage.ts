/** Called before every test file that needs no server: where others have a database, these know nothing of it. */
export default function withoutStage(): void {
  Reflect.deleteProperty(process.env, 'ALMANAC_DATABASE');
}
