import vm from 'node:vm';

/** Jest's runtime, which each worker loads from here, after the change below. */
export { default } from 'jest-runtime';

const { compileFunction, constants, Script } = vm;

/** A dynamic import must load its module through Jest, which only `compileFunction` asks. */
const hasDynamicImport = (source) => /\bimport\s*\(/.test(source);

/**
 * Makes the suites of a worker share the compiled code of packages, Jest's own among them. V8 keeps the code of a script for the next
 * context that runs it, but compiles a function again for each context, which took a third of the time of small suites.
 */
vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename = '', parsingContext } = options;
  if (!parsingContext || !filename.includes('/node_modules/') || hasDynamicImport(source)) {
    return compileFunction(source, parameters, options);
  }
  const head = `(function (${parameters.join(', ')}) {`;
  const script = new Script(`${head}${source}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return script.runInContext(parsingContext);
};
