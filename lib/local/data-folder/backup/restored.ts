/** What a restored folder remembers of it. */
import type { DataFolder } from '#lib/local/data-folder/data-folder';

export const RESTORED_FILE = 'restored.json';

/**
 * When the folder was last restored. Changes since the backup lose their numbers, and later ones get them again, so a
 * client that went on from an older sync token would miss some for good: those tokens are answered 410.
 */
export function syncTokensSince(folder: Pick<DataFolder, 'readJson'>): string {
  const restored = folder.readJson(RESTORED_FILE) as { readonly at?: string } | undefined;
  return restored?.at ?? '';
}
