// Loaded with `node --import`: every file that is written finds the disk full.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.writeFileSync = () => {
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
    errno: -28,
    code: 'ENOSPC',
    syscall: 'write',
  });
};
syncBuiltinESMExports();
