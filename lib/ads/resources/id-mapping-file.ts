import { resource } from '#lib/api/schema';

/** The file itself is CSV; this stands for it where an answer in JSON is asked for. */
export const IdMappingFileResource = resource('IdMappingFile', 'Which old id is which new one.', {});
