import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';

const require = createRequire(import.meta.url);
const jestGlobals = new URL('jest-globals.mjs', import.meta.url).href;

/** Jest's options for ECMAScript modules. */
const transformOptions = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/** The runtime of the suite that runs now. */
let current;

export const currentJest = () => current.jestGlobals.jestObjectFor(import.meta.filename);

/** Finds modules as Node does, and ours without their extension. The condition `source` is for ours only: that of some packages is TypeScript. */
function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: jestGlobals, format: 'module', shortCircuit: true };
  const isRelative = specifier.startsWith('.');
  if (isRelative && context.parentURL?.endsWith('.ts') && !/\.[cm]?[jt]s$/.test(specifier)) return nextResolve(`${specifier}.ts`, context);
  if (isRelative || specifier.startsWith('#')) return nextResolve(specifier, context);
  return nextResolve(specifier, { ...context, conditions: context.conditions.filter((condition) => condition !== 'source') });
}

function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  return { source: current.transformCache.transform(fileURLToPath(url), transformOptions), format: 'module', shortCircuit: true };
}

registerHooks({ resolve, load });

/** Of all modules, for the stack traces of suites that use what an earlier one has loaded. */
const sourceMaps = new Map();

/**
 * Jest's runtime for suites that share their modules: Node loads each once in a process. Jest itself evaluates them again for every suite, two
 * thirds of the processor time of one that starts the server. So no module may remember anything that a later suite would notice.
 */
export default class SharedModules extends JestRuntime {
  constructor(...args) {
    super(...args);
    this.transformCache.sourceMaps = sourceMaps;
    current = this;
  }

  /** Jest has it load modules into the context of a suite; there is none. */
  installGetBuiltinModule() {}

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  /** The test framework, which keeps the tests of one suite. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }
}
