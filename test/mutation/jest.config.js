import { fileURLToPath } from 'node:url';
import jestConfig from '../jest.config.js';

// Each suite evaluates the modules that it tests: they are those of one mutant.
const [{ runtime: _, ...unit }] = jestConfig.projects;

/** The tests of the domain as one project, which Stryker needs to know which tests cover a mutant. */
export default {
  ...unit,
  testEnvironment: fileURLToPath(import.meta.resolve('../support/plain-globals.mjs')),
  // Stryker asks Jest for the tests of a file, and Jest does not follow the imports of package.json.
  moduleNameMapper: { ...unit.moduleNameMapper, '^#(domain|server)/(.*)$': '<rootDir>/$1/$2.ts' },
  testMatch: ['<rootDir>/test/domain/**/*.test.ts'],
  // It measures frequencies over thousands of series: seconds for each mutant.
  testPathIgnorePatterns: ['momentum-failed-crawls'],
  testTimeout: 30_000,
};
