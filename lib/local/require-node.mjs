// Loaded with `node --import` before any TypeScript, which older versions of Node cannot parse; hence plain JavaScript.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { findModule } from '../command/find-module.mjs';
import { NEEDED_NODE } from '../command/node-binary.mjs';

if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  console.error(
    `Almanac needs Node ${NEEDED_NODE} or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux, macOS and Windows `npm install` brings it along, unless optional packages are left out; elsewhere get it from https://nodejs.org.',
  );
  process.exit(1);
}

// Node may be told to ask a proxy; for what runs on this machine nobody needs one. Whichever variable is set counts.
if (process.env.NODE_USE_ENV_PROXY) {
  const others = process.env.no_proxy ?? process.env.NO_PROXY;
  process.env.no_proxy = process.env.NO_PROXY = [others, '127.0.0.1', 'localhost'].filter(Boolean).join();
}

// Caches code compiled and without types: from the second start on, loading takes a third of the time.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/almanac/code', import.meta.url)));

module.registerHooks({
  resolve: (specifier, context, resolveAsNode) =>
    findModule(specifier, context.parentURL) ?? resolveAsNode(specifier, context),
});
