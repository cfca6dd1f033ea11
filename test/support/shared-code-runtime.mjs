import { statSync } from 'node:fs';
import vm from 'node:vm';
import JestRuntime from 'jest-runtime';

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

/** By path, the text of a file, when the file was changed, and what Jest's transformer made of the text. */
const knownFiles = new Map();

/** Gives a suite the texts of files that other suites have read and that are as they were. */
function shareTexts(files) {
  const [get, set] = [files.get.bind(files), files.set.bind(files)];
  files.get = (path) => {
    const known = knownFiles.get(path);
    const isOwn = files.has(path);
    if (!isOwn && known && statSync(path).mtimeMs === known.changedAt) set(path, known.text);
    return get(path);
  };
  files.set = (path, text) => {
    if (knownFiles.get(path)?.text !== text) knownFiles.set(path, { text, changedAt: statSync(path).mtimeMs, result: null });
    return set(path, text);
  };
  return files;
}

/** Transforms a text once for all suites that load it in the same way: as a module, or not. */
function shareTransforms(transformer) {
  const transform = transformer.transform.bind(transformer);
  transformer.transform = (path, options, text) => {
    const known = knownFiles.get(path);
    const { supportsStaticESM } = options;
    if (known?.text === text && known.result?.supportsStaticESM === supportsStaticESM) return known.result.transformed;
    const transformed = transform(path, options, text);
    if (known?.text === text) known.result = { supportsStaticESM, transformed };
    return transformed;
  };
  return transformer;
}

/** Jest's runtime, which each worker loads from here. A worker runs a hundred suites, which mostly load the same files. */
export default class SharedCodeRuntime extends JestRuntime {
  constructor(config, environment, resolver, transformer, files, ...rest) {
    super(config, environment, resolver, shareTransforms(transformer), shareTexts(files), ...rest);
  }
}
