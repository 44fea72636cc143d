/**
 * Code that one test file has had compiled is not compiled again for the next. jest gives every file modules of its
 * own, some 500 of them, so a worker would compile Amazon's SDK, Temporal and jest itself once for each file.
 */
import vm from 'node:vm';

const { compileFunction, SourceTextModule } = vm;

/** By name of the file: the source, and what V8 made of it. https://nodejs.org/api/vm.html */
const compiled = new Map();

function compiledAs(name, code) {
  const known = compiled.get(name);
  return known?.code === code ? known.data : undefined;
}

vm.compileFunction = (code, parameters, options) => {
  const cachedData = compiledAs(options.filename, code);
  if (cachedData !== undefined) return compileFunction(code, parameters, { ...options, cachedData });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  compiled.set(options.filename, { code, data: made.cachedData });
  return made;
};

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const cachedData = compiledAs(options.identifier, code);
    super(code, cachedData === undefined ? options : { ...options, cachedData });
    if (cachedData === undefined) compiled.set(options.identifier, { code, data: this.createCachedData() });
  }
};
