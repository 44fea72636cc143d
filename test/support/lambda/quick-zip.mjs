/**
 * Loaded into the framework by tests: its zips are stored, not compressed. Three of them carry DuckDB, and compressing
 * those is most of what packaging costs.
 */
import zlib from 'node:zlib';

const { DeflateRaw } = zlib;

zlib.DeflateRaw = class extends DeflateRaw {
  constructor(options) {
    super({ ...options, level: zlib.constants.Z_NO_COMPRESSION, chunkSize: 128 * 1024 });
  }
};
