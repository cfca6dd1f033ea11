import { currentJest } from './runtime.mjs';

/** What a suite imports from `@jest/globals`: Jest's object of the suite that runs now. */
export const jest = new Proxy({}, { get: (_, name) => currentJest()[name] });
