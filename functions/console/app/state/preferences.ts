/** Small choices that stay in this browser. Tokens and what people write are never kept here. */
const KEY = 'almanac-console';

type Preferences = Readonly<Record<string, unknown>>;

function read(): Preferences {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Preferences) : {};
  } catch {
    return {};
  }
}

/** `isValid` guards against what another version wrote. */
export function preference<T>(name: string, fallback: T, isValid: (value: unknown) => value is T): T {
  const value = read()[name];
  return isValid(value) ? value : fallback;
}

/** A browser that keeps nothing goes on without. */
export function rememberPreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // Storage is full or switched off.
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string';
