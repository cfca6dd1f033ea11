/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  // Endpoint records and contracts hold texts and bounds, which tests of the API document cover.
  mutate: ['domain/**/*.ts', '!domain/**/endpoints.ts', '!domain/**/contract.ts', '!domain/**/*-contract.ts', '!domain/api.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--conditions=source', '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  // A mutant of a constant needs every test in a new process: hours in all.
  ignoreStatic: true,
  // Generous, because machines that run tests are often busy: a timeout counts as noticed.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  plugins: ['@stryker-mutator/jest-runner'],
  ignorePatterns: ['dist', '.data', 'docs', 'client', 'docker'],
  tempDirName: '.data/mutation',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: 'node_modules/.cache/mutation/report.html' },
  jsonReporter: { fileName: 'node_modules/.cache/mutation/report.json' },
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutation/incremental.json',
  thresholds: { high: 90, low: 80, break: 80 },
  concurrency: 2,
};
