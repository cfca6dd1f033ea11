import { constants, createContext } from 'node:vm';
import NodeEnvironment from 'jest-environment-node';

/**
 * Jest's environment for Node, with a context of plain globals. Jest's own context asks a proxy for each use of a
 * global, such as `Math`, which takes half of the time of tests that compute.
 */
export default class PlainGlobals extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    const { projectConfig } = config;
    const proxied = this.global;
    const plain = createContext(constants.DONT_CONTEXTIFY);
    for (const key of Reflect.ownKeys(proxied)) {
      const isOfItsOwn = key in plain && !['Buffer', 'ArrayBuffer', 'Uint8Array'].includes(key);
      if (!isOfItsOwn) Object.defineProperty(plain, key, Object.getOwnPropertyDescriptor(proxied, key));
    }
    plain.global = plain;
    plain.Error.stackTraceLimit = proxied.Error.stackTraceLimit;
    this.context = plain;
    this.global = plain;
    this.moduleMocker = new this.moduleMocker.constructor(plain);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: projectConfig, global: plain });
  }
}
