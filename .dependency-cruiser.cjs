/** The layer rules: `comment` is the sentence one would say in review. */
const modules = 'auth|catalog|subscriptions|linked-accounts|analytics|data-quality';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The domain imports nothing but itself.',
      severity: 'error',
      from: { path: '^domain/', pathNot: '(contract|terms)\\.ts$' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'domain-contracts-take-zod-alone',
      comment: 'A contract may use zod, the terms may use the stemmer, and nothing else.',
      severity: 'error',
      from: { path: '^domain/.*(contract|terms)\\.ts$' },
      to: { pathNot: '^domain/|^node_modules/(zod|stemmer)/' },
    },
    {
      name: 'modules-meet-through-domain',
      comment: 'A module of the server never imports another one; they meet in the domain, in the database, or in app.module.ts.',
      severity: 'error',
      from: { path: `^server/(${modules})/`, pathNot: '\\.module\\.ts$' },
      to: { path: `^server/(${modules})/`, pathNot: '^server/$1/|^server/catalog/tables\\.ts$' },
    },
    {
      name: 'typeorm-stays-in-adapters',
      comment: 'TypeORM is known to adapters, schemas, modules and the database folder alone.',
      severity: 'error',
      from: { path: '^(server|client|domain)/', pathNot: '/typeorm-[^/]*$|\\.schema\\.ts$|\\.module\\.ts$|^server/database/' },
      to: { path: '^node_modules/typeorm/' },
    },
    {
      name: 'use-cases-import-the-domain-alone',
      comment: 'A use case imports the domain and Injectable, so that a test is `new UseCase(fakes)`.',
      severity: 'error',
      from: {
        path: '^server/(catalog/(search-catalog|refresh-lists|view-entity|import/(import-catalog|read-source))|analytics/(recompute-growth|track-events|site-analytics|momentum-report)|data-quality/(scan-quality|clean-catalog)|auth/(sign-in|registration|password-recovery|session-keeping|own-account|appoint-administrators|clean-up)|subscriptions/(apply-payment-notice|manage-subscription|reconcile-subscriptions)|catalog/export-list|linked-accounts/(link-account|keep-tokens-fresh))\\.ts$',
      },
      to: {
        pathNot:
          '^domain/|^node_modules/@nestjs/common/|^server/(catalog/(import/read-source|search-catalog)|subscriptions/apply-payment-notice)\\.ts$',
      },
    },
    {
      name: 'server-runs-on-dependencies',
      comment: 'What the server imports is installed in production too.',
      severity: 'error',
      from: { path: '^(server|domain|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-never-imports-server',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(server|migrations)/|^node_modules/(@nestjs|typeorm|pg)/' },
    },
    {
      name: 'client-takes-only-types-from-contracts',
      comment: 'Contracts carry zod, which the browser does not need.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^domain/.*contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-rings',
      comment: 'app knows the modules, modules know ui and api, never the other way round.',
      severity: 'error',
      from: { path: '^client/src/(ui|api)/' },
      to: { path: '^client/src/(?!ui/|api/)' },
    },
    {
      name: 'charts-have-one-owner',
      severity: 'error',
      from: { pathNot: '^client/src/ui/[a-z-]*chart[a-z-]*\\.tsx?$' },
      to: { path: '^node_modules/(react-)?apexcharts/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$|\\.mjs$|vite\\.config\\.ts$|\\.css$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['source', 'import', 'node', 'default'], extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'] },
  },
};
