import { dirname, join } from 'node:path';

const rootDir = dirname(import.meta.dirname);

const transform = {
  '\\.tsx?$': [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: true, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false, react: { runtime: 'automatic' } },
      },
    },
  ],
};

const project = (displayName, folders) => ({
  displayName,
  rootDir,
  // Mutation testing leaves a copy of the sources there when it is interrupted.
  modulePathIgnorePatterns: ['<rootDir>/.data/'],
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.{ts,tsx}`),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironment: join(import.meta.dirname, 'support/plain-globals.mjs'),
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/support/client/css-module.ts',
    '\\.webp$': '<rootDir>/test/support/client/picture-address.ts',
    // Its `source` is TypeScript, which is not compiled in packages.
    '^eventsource$': '<rootDir>/node_modules/eventsource/dist/index.js',
    '^eventsource-parser$': '<rootDir>/node_modules/eventsource-parser/dist/index.js',
    '^eventsource-parser/stream$': '<rootDir>/node_modules/eventsource-parser/dist/stream.js',
    // The development runtime records a stack trace for every element, a fifth of the time of the client's tests.
    '^react/jsx-runtime$': '<rootDir>/node_modules/react/cjs/react-jsx-runtime.production.js',
  },
  transform,
});

const withPostgres = (one) => ({
  ...one,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
});

/**
 * Three speeds: `unit` and `client` (in jsdom) need neither a build nor Postgres, `database` needs Postgres, `browser` needs the built product
 * and Chromium.
 */
/** @type {import('jest').Config} */
export default {
  rootDir,
  testTimeout: 300_000,
  // Two more than a small machine has cores: suites with a browser wait for it two thirds of their time.
  maxWorkers: 4,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Modules of ended suites stay in memory. A new process takes a second or two; in an old one, garbage collection takes a third of the
  // time of unit tests, and a minute of tests that measure memory.
  workerIdleMemoryLimit: '600MB',
  projects: [
    project('unit', ['domain', 'use-cases']),
    { ...project('client', ['client']), testEnvironment: 'jsdom' },
    withPostgres(project('database', ['adapters', 'api', 'architecture'])),
    withPostgres(project('browser', ['journeys'])),
  ],
};
