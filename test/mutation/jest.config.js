import jestConfig from '../jest.config.js';

const [unit] = jestConfig.projects;

/** The tests of the domain as one project, which Stryker needs to know which tests cover a mutant. */
export default {
  ...unit,
  // Stryker asks Jest for the tests of a file, and Jest does not follow the imports of package.json.
  moduleNameMapper: { ...unit.moduleNameMapper, '^#(domain|server)/(.*)$': '<rootDir>/$1/$2.ts' },
  testMatch: ['<rootDir>/test/domain/**/*.test.ts'],
  // It measures frequencies over thousands of series: seconds for each mutant.
  testPathIgnorePatterns: ['momentum-failed-crawls'],
  testTimeout: 30_000,
};
