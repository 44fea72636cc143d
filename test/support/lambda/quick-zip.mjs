/**
 * Loaded into the framework by tests: its zips are stored, not compressed, and Node reckons their sums. Three of them
 * carry DuckDB, and compressing those is most of what packaging costs.
 */
import { createRequire } from 'node:module';
import zlib from 'node:zlib';

const { DeflateRaw } = zlib;

zlib.DeflateRaw = class extends DeflateRaw {
  constructor(options) {
    super({ ...options, level: zlib.constants.Z_NO_COMPRESSION, chunkSize: 128 * 1024 });
  }
};

// What the framework's `yazl` asks for the sum of each file.
createRequire(import.meta.url)('buffer-crc32').unsigned = zlib.crc32;
