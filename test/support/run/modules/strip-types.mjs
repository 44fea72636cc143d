/** How jest reads TypeScript: by Node's own removal of types, without a compiler. */
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import babelJest from 'babel-jest';

// Types are blanked in place, so lines keep their numbers; only a coverage run goes through babel.
const babel = babelJest.createTransformer({ babelrc: false, configFile: false });

export default {
  getCacheKey: (source, path, { instrument }) =>
    createHash('sha1').update(`${source}\0${path}\0${instrument}`).digest('hex'),
  process: (source, path, options) => {
    const code = stripTypeScriptTypes(source, { mode: 'strip' });
    return options.instrument ? babel.process(code, path, options) : { code };
  },
};
