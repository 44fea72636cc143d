/** Ends the process once: when it is told to, when what started it is gone, or when a part of it fails. */

const PARENT_CHECK_MS = 500;
const PATIENCE_MS = 5_000;

/** Returns a function that ends the process with a message and exit code 1. */
export function onEnd(stop: () => Promise<void>): (message: string) => void {
  let isEnding = false;
  const end = (code: number, message?: string): void => {
    // A second Ctrl-C does not wait.
    if (isEnding) process.exit(1);
    isEnding = true;
    if (message !== undefined) console.error(message);
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
    stop().then(() => process.exit(code), (error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { end(0); });

  // npm outlives what it starts, unless it is killed: then nobody would be left to stop us.
  if (process.env['npm_lifecycle_event'] === 'start') {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent && !isEnding) end(0);
    }, PARENT_CHECK_MS).unref();
  }
  return (message) => {
    if (!isEnding) end(1, message);
  };
}
