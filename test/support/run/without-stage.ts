/**
 * Loaded before every test file that needs no server: where others of the same run have a database, these know nothing
 * of it.
 */
Reflect.deleteProperty(process.env, 'ALMANAC_DATABASE');
