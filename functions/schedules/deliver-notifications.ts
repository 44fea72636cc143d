import { logger } from '#lib/runtime/logger';

/** Runs every minute; no message is sent yet, so none waits for another attempt. */
export function handler(): Promise<void> {
  logger.info('notifications due', { messages: 0 });
  return Promise.resolve();
}
