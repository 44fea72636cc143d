import { hasErrorCode } from './has-error-code.ts';

/** Files of a killed process stay behind: this tells whether the one that wrote them is still there. */
export function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, { code: 'EPERM' });
  }
}
