/** The layer rules: `comment` is the sentence one would say in review. */
const modules = 'auth|catalog|subscriptions|linked-accounts|analytics|data-quality|keywords|watching|people';
const storage = '(typeorm|postgres|database)';

/** Folders that are named after a technology or an outside party: adapters, not use cases. */
const technologies = 'typeorm|postgres|paddle|sandbox|pinterest|openid|webauthn|smtp|emails|passwords|files|csv|read-model|scoring';

/** The server's platform, from the ground up; a folder imports only its own ring and those before. */
const platformRings = [
  ['config', 'secrets', 'files', 'cache'],
  ['database'],
  ['http', 'jobs', 'audit', 'mail'],
  ['monitoring'],
  ['operations'],
];

/** The client's folders that every module may use. All others, but `app`, are modules. */
const clientFoundations = 'api|site|ui';
const clientModules = `^client/src/(?!app/|(?:${clientFoundations})/)([^/]+)/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The domain imports only itself.',
      severity: 'error',
      from: { path: '^domain/', pathNot: '(contract|endpoints?|stop-words|/words)\\.ts$' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'domain-schemas-import-only-zod',
      comment: 'Contracts and endpoint records may import zod, words may import the stemmer, keywords the stop words, and nothing else.',
      severity: 'error',
      from: { path: '^domain/.*(contract|endpoints?|terms)\\.ts$' },
      to: { pathNot: '^domain/|^node_modules/(zod|stemmer|@orama/stopwords)/' },
    },
    {
      name: 'catalog-does-not-know-analytics',
      comment: 'Metrics belong to the catalog, so that the domain modules do not form a cycle.',
      severity: 'error',
      from: { path: '^domain/catalog/' },
      to: { path: '^domain/(analytics|keywords|watching)/' },
    },
    {
      name: 'modules-meet-through-domain',
      comment: 'A server module never imports another one; they meet in the domain, in the database, or in app.module.ts.',
      severity: 'error',
      from: { path: `^server/(${modules})/`, pathNot: '\\.module\\.ts$|^server/people/' },
      to: { path: `^server/(${modules})/`, pathNot: '^server/$1/' },
    },
    {
      name: 'people-manage-accounts-of-auth',
      comment: 'What administrators do to accounts uses the storage of accounts, and no other module.',
      severity: 'error',
      from: { path: '^server/people/', pathNot: '\\.module\\.ts$' },
      to: { path: `^server/(${modules})/`, pathNot: '^server/people/|^server/auth/.*(typeorm|postgres)/' },
    },
    ...platformRings.map(([name], index) => ({
      name: `platform-rings-${name}`,
      comment:
        'config <- database <- http, jobs, mail <- monitoring <- operations <- modules and composition: nothing points upward but the doctor, which examines every part.',
      severity: 'error',
      from: { path: `^server/(${platformRings[index].join('|')})/`, pathNot: '^server/operations/doctor/' },
      to: {
        path: '^server/[^/]+/',
        pathNot: `^server/(${platformRings
          .slice(0, index + 1)
          .flat()
          .join('|')})/`,
      },
    })),
    {
      name: 'drivers-stay-in-storage-folders',
      comment: 'TypeORM, pg and its COPY streams are imported only in typeorm/, postgres/ and server/database.',
      severity: 'error',
      from: { path: '^(server|client|domain)/', pathNot: `/${storage}/|\\.module\\.ts$` },
      to: { path: '^node_modules/(typeorm|pg|pg-copy-streams)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'use-cases-import-only-the-domain',
      comment:
        'A file of a module outside its technology folders and without a role suffix is a use case: it imports the domain, its own module, and Injectable.',
      severity: 'error',
      from: {
        path: `^server/(${modules}|mail)/`,
        pathNot: `/(${technologies})/|\\.(controller|module|guard|job|strategy)\\.tsx?$`,
      },
      to: { pathNot: '^domain/|^node_modules/@nestjs/common/|^server/$1/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'postgres-folders-do-not-import-typeorm',
      comment: 'SQL in postgres/ goes through the driver.',
      severity: 'error',
      from: { path: '^server/.*/postgres/' },
      to: { path: '^node_modules/typeorm/' },
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
      name: 'servers-have-many-readers',
      comment: 'Only the browser sets the formats of its one reader. The server passes the locale on.',
      severity: 'error',
      from: { path: '^(server|migrations)/' },
      to: { path: '^domain/site/reader\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-takes-only-types-from-contracts',
      comment: 'Contracts and endpoint records carry zod, which the browser does not need.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^domain/.*(contract|endpoints?)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-rings-api',
      comment: 'api <- site <- ui <- modules <- app: the API client knows no other ring.',
      severity: 'error',
      from: { path: '^client/src/api/' },
      to: { path: '^client/src/(?!api/)' },
    },
    {
      name: 'client-rings-site',
      comment: 'api <- site <- ui <- modules <- app: what every module may know about the site.',
      severity: 'error',
      from: { path: '^client/src/site/' },
      to: { path: '^client/src/(?!(api|site)/)' },
    },
    {
      name: 'client-rings-ui',
      comment: 'api <- site <- ui <- modules <- app: components know no module.',
      severity: 'error',
      from: { path: '^client/src/ui/' },
      to: { path: `^client/src/(?!(${clientFoundations})/)` },
    },
    {
      name: 'client-modules-do-not-know-app',
      comment: 'api <- site <- ui <- modules <- app: only main.tsx and app know all modules.',
      severity: 'error',
      from: { path: clientModules },
      to: { path: '^client/src/(app/|main)' },
    },
    {
      name: 'client-modules-meet-through-site',
      comment: 'A client module imports no other one, except as the next rule says; app composes screens from several modules.',
      severity: 'error',
      from: { path: clientModules, pathNot: '^client/src/analytics/' },
      to: { path: clientModules, pathNot: '^client/src/$1/' },
    },
    {
      name: 'growth-screen-embeds-data-quality',
      comment: 'The growth screen reloads after a cleanup and pauses during one, so it embeds the data quality tools itself.',
      severity: 'error',
      from: { path: '^client/src/analytics/' },
      to: { path: clientModules, pathNot: '^client/src/(analytics|data-quality)/' },
    },
    {
      name: 'charts-have-one-owner',
      severity: 'error',
      from: { pathNot: '^client/src/ui/charts/' },
      to: { path: '^node_modules/(react-)?apexcharts/' },
    },
    {
      name: 'only-the-deadline-travels-by-itself',
      comment: 'A request carries its deadline to the pool and nothing else; everything else is passed (ADR 0016).',
      severity: 'error',
      from: { path: '^(server|domain|client)/', pathNot: '^server/database/request-deadline\\.ts$' },
      to: { path: '^(node:)?async_hooks$' },
    },
    {
      name: 'deadlines-are-set-in-one-place',
      comment: 'server/http sets the deadline, the pool obeys it, and the event queue, which serves many requests at once, sets it aside.',
      severity: 'error',
      from: { path: '^server/(?!database/)', pathNot: '^server/(http/request-deadlines|analytics/visitors/postgres/event-writer)\\.ts$' },
      to: { path: '^server/database/request-deadline\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$|\\.mjs$|vite\\.config\\.ts$|\\.css$' },
      to: {},
    },
  ],
  required: [
    {
      name: 'typeorm-folders-import-typeorm',
      comment: 'A file in a typeorm/ folder does its work with TypeORM.',
      severity: 'error',
      module: { path: '^server/.*/typeorm/' },
      to: { path: '^node_modules/(@nestjs/)?typeorm/' },
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
