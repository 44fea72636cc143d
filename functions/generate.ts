/** `npm run generate`: writes every file that is generated from the declarations. Never bundled. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { command } from '#lib/command/command';
import { program } from '#lib/command/program';

const root = new URL('../', import.meta.url);

async function writeFiles(): Promise<void> {
  // Whoever asks for help need not wait for all declarations.
  const { generatedFiles } = await import('./generated-files.ts');
  for (const [path, content] of generatedFiles()) {
    const file = new URL(path, root);
    mkdirSync(dirname(file.pathname), { recursive: true });
    writeFileSync(file, content);
    console.log(path);
  }
}

await program(
  'npm run generate',
  command({
    does: 'Writes the files that are generated from the declarations: routes, documents, parts of functions/README.md and of the page.',
    example: '',
    run: writeFiles,
  }),
);
