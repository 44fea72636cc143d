import { logger } from '#lib/runtime/logger';

/** Runs every minute; reports cannot be requested yet, so none is due. */
export function handler(): Promise<void> {
  logger.info('reports due', { reports: 0 });
  return Promise.resolve();
}
