/** Whether a failure of the system (`code`) or of SQLite (`errcode`) is the one meant. */
export const hasErrorCode = (
  error: unknown,
  expected: { readonly code: string } | { readonly errcode: number },
): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Object.entries(expected).every(([name, value]) => Reflect.get(error, name) === value);
