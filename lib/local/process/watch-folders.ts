/**
 * Watches folders with everything below them. `fs.watch` can do that by itself (`recursive`), but on Linux, Node 24
 * misses every save after the first by an editor that replaces the file; hence one watcher for each folder.
 */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, sep } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Calls back with the path of each file or folder that was changed, added or removed. The result ends it. */
export function watchFolders(roots: readonly string[], onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();

  const drop = (folder: string): void => {
    for (const [path, watcher] of watchers)
      if (path === folder || path.startsWith(`${folder}${sep}`)) {
        watcher.close();
        watchers.delete(path);
      }
  };

  const add = (folder: string): void => {
    const watcher = watch(folder, (kind, name) => {
      const path = join(folder, name ?? '');
      // A new folder, or one that was replaced: its former watcher reports nothing more.
      if (kind === 'rename' && path !== folder) {
        drop(path);
        if (isFolder(path)) add(path);
      }
      onChange(path);
    });
    watcher.on('error', () => {
      drop(folder);
    });
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) add(join(folder, entry.name));
  };

  for (const root of roots) add(root);
  return () => {
    for (const root of roots) drop(root);
  };
}
