import { ApiError, CODE_GONE } from './error.ts';

/**
 * Code that comes when it is needed, `loadCode(import('./files/ics.ts'))`. An open page of an earlier version asks for
 * files that the service no longer has.
 */
export async function loadCode<Module>(code: Promise<Module>): Promise<Module> {
  try {
    return await code;
  } catch {
    throw navigator.onLine ? new ApiError(404, CODE_GONE, '') : new ApiError(0, 'offline', '');
  }
}
