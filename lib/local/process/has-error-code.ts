/** Whether an error has this code: `code` of the system, or `errcode` of SQLite. */
export const hasErrorCode = (
  error: unknown,
  expected: { readonly code: string } | { readonly errcode: number },
): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Object.entries(expected).every(([name, value]) => Reflect.get(error, name) === value);
