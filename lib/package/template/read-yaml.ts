/**
 * The files of the template as data. Reading their YAML takes 40 ms of processor time, a sixth of a start, so what was
 * read is kept.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  load,
  mapTag,
  mergeTag,
  seqTag,
  type TagDefinition,
} from 'js-yaml';
import { keep, readKept } from '#lib/api/process/kept-file';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/almanac/', import.meta.url));
const READER = fileURLToPath(import.meta.url);

const INTRINSICS = ['Ref', 'GetAtt', 'Sub', 'Join', 'If', 'Equals', 'Select', 'Split'];

const intrinsicTags = INTRINSICS.flatMap((name): TagDefinition[] => {
  const tag = `!${name}`;
  const finalize = (value: unknown): Record<string, unknown> => ({ [name]: value });
  return [
    defineScalarTag(tag, { resolve: finalize, identify: () => false }),
    defineSequenceTag(tag, { ...seqTag, finalize }),
    defineMappingTag(tag, { ...mapTag, finalize }),
  ];
});
const SCHEMA = CORE_SCHEMA.withTags(mergeTag, ...intrinsicTags);

/** `folder` is where it is kept. */
export function readYaml(path: string, folder = FOLDER): unknown {
  const file = join(folder, `${basename(path)}.json`);
  const sources = [path, READER];
  const known = readKept(file, sources);
  if (known !== undefined) return known;
  const beganMs = Date.now();
  const value = load(readFileSync(path, 'utf8'), { schema: SCHEMA });
  keep(file, value, sources, beganMs);
  return value;
}
