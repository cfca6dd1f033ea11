/** @type {import('jest').Config} */
export default {
  rootDir: '..',
  testMatch: ['<rootDir>/test/**/*.test.{ts,tsx}'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testTimeout: 180_000,
  moduleNameMapper: { '\\.css$': '<rootDir>/test/support/client/empty-stylesheet.ts' },
  transform: {
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
  },
};
