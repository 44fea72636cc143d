/** After the tests that need no server: removes the folder that they shared. */
import { removeLinkedFolder } from './folders/new-folder.ts';
import { runFolder } from './folders/run-folder.ts';

export default function removeRunFolder(): void {
  removeLinkedFolder(runFolder());
}
