import { ApiError, CODE_GONE } from './error.ts';

const offline = (): ApiError => new ApiError(0, 'offline', '');

/**
 * Code that comes when it is needed, `loadCode(() => import('./files/ics.ts'))`. It is not asked for without a
 * connection: many browsers fail all later imports of a file that they could not load once. An open page of an earlier
 * version asks for files that the service no longer has.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!navigator.onLine) throw offline();
  try {
    return await load();
  } catch {
    throw navigator.onLine ? new ApiError(404, CODE_GONE, '') : offline();
  }
}
