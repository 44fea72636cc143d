import { resource } from '#lib/api/schema';

/** The file itself is CSV; this stands for it where an answer in JSON is asked for. */
export const IdMappingFileResource = resource('IdMappingFile', 'Old ids with the matching new ids.', {});
