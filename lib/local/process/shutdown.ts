/** Ends the process once: on a signal, when its parent is gone, or when a part of it fails. */
import { readFileSync } from 'node:fs';

const PARENT_CHECK_MS = 500;
const FORCE_EXIT_AFTER_MS = 5_000;

/** Returns a function that ends the process with a message and exit code 1. */
export function onShutdown(stop: () => Promise<void>): (message: string) => void {
  let isEnding = false;
  const end = (code: number, message?: string): void => {
    // A second Ctrl-C exits at once.
    if (isEnding) process.exit(1);
    isEnding = true;
    if (message !== undefined) console.error(message);
    setTimeout(() => process.exit(code), FORCE_EXIT_AFTER_MS).unref();
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      end(0);
    });

  // Whoever started it with a channel, as `startAlmanac()` does, has ended.
  process.on('disconnect', () => {
    if (!isEnding) end(0);
  });

  // If npm, or the program `almanac`, is killed, nobody else would stop this process.
  const isStartedByNpm = /^(?:start|dev)$/.test(process.env['npm_lifecycle_event'] ?? '');
  if (isStartedByNpm || process.env['ALMANAC_PARENT'] !== undefined) {
    const npm = parentPid();
    setInterval(() => {
      if (parentPid() !== npm && !isEnding) end(0);
    }, PARENT_CHECK_MS).unref();
  }
  return (message) => {
    if (!isEnding) end(1, message);
  };
}

/** The process that started this one; some systems have a shell in between. */
function parentPid(): number {
  const [, name, parent] = /\((.*)\) \S (\d+)/.exec(processState(process.ppid)) ?? [];
  return name === 'sh' || name === 'dash' || name === 'bash' ? Number(parent) : process.ppid;
}

/** Empty on systems without /proc. */
function processState(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch {
    return '';
  }
}
