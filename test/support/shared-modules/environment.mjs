import NodeEnvironment from 'jest-environment-node';

const frameworkSymbols = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'TEST_TIMEOUT_SYMBOL']);

/** Jest's environment for suites that share their modules, and with them the globals of the process. What a suite changes there is undone. */
export default class SharedGlobals extends NodeEnvironment {
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');
  #variables = { ...process.env };

  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    globalThis.global = globalThis;
  }

  async teardown() {
    Object.defineProperty(process, 'exit', this.#exit);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) if (frameworkSymbols.has(symbol.description)) delete globalThis[symbol];
    await super.teardown();
  }
}
