import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { colorVariables } from '../domain/site/colors.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Fills in the site's name and an empty page while developing; otherwise the server does it. */
const brandPlugin = {
  name: 'brand',
  apply: 'serve' as const,
  transformIndexHtml: (page: string) =>
    page
      .replaceAll('__BRAND__', 'Corklight')
      .replace('<!-- __PAGE_HEAD__ -->', '<title>Corklight</title>')
      .replace('__PAGE_HEADING__', '&nbsp;')
      .replace('__PAGE_LEAD__', ''),
};

/** `import 'virtual:colors.css'`: the product's colors as CSS variables. */
const colorsPlugin = {
  name: 'colors',
  resolveId: (id: string) => (id === 'virtual:colors.css' ? '\0colors.css' : null),
  load: (id: string) => (id === '\0colors.css' ? colorVariables : null),
};

/** Wraps dynamic imports in our function: Vite's own would preload style sheets of chunks, which have none. */
const loadChunkPlugin = {
  name: 'load-chunk',
  apply: 'build' as const,
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('vite/preload-helper.js')
      ? `export { loadChunk as __vitePreload } from ${JSON.stringify(join(import.meta.dirname, 'src/site/load-chunk.ts'))}`
      : null,
};

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const source = join(import.meta.dirname, 'src');

type Modules = (id: string) => boolean;

/** Modules by their files, with their endings, and by their folders, in client/src. Throws at a path that is not there, as after a move. */
const modules = (...paths: readonly string[]): Modules => {
  const missing = paths.find((path) => !existsSync(join(source, path)));
  if (missing !== undefined) throw new Error(`client/vite.config.ts: client/src has no ${missing}`);
  const starts = paths.map((path) => join(source, path));
  return (id) => starts.some((start) => (start.endsWith('/') ? id.startsWith(start) : id === start));
};

/** Is a module one of these, or imported by one of them, directly or through others, without a dynamic import? */
const isPartOf = (roots: Modules, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean => {
  if (roots(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isPartOf(roots, importer, graph, seen)) ?? false;
};

/** A chunk of what these modules import statically, and of themselves unless they are left out. */
const chunkOf = (name: string, roots: Modules, leftOut?: Modules) => ({
  name: (id: string, graph: ModuleGraph) => (isPartOf(roots, id, graph) && !leftOut?.(id) ? name : null),
  debugName: name,
});

const listScreen = modules('catalog/list/list-screen.tsx');
const listFolder = modules('catalog/list/');
const filterTexts = modules('catalog/list/filters/filter-texts.ts');
const sharedFolders = modules('ui/', 'api/', 'site/');
const charts = modules('ui/charts/');
const detailScreens = modules('catalog/detail/board-screen.tsx', 'catalog/detail/pinner-screen.tsx', 'catalog/detail/pin-screen.tsx');

/**
 * The chunks that screens share: few, because each is a request and small files compress badly. The app's chunk has what the home page
 * shares with other screens, and nothing that the home page doesn't need. The first chunk that has a module keeps it. What is left is in the
 * chunk of its screen.
 */
const sharedChunks = [
  chunkOf(
    'app',
    modules('main.tsx', 'app/home-route.tsx'),
    modules('catalog/home/', 'app/home-route.tsx', 'subscriptions/home-offers.tsx'),
  ),
  chunkOf('list-parts', listScreen, (id) => listFolder(id) && !filterTexts(id)),
  chunkOf('list-screen', listScreen),
  // The parts of forms and dialogs; charts are loaded when they are near.
  chunkOf(
    'ui',
    (id) => sharedFolders(id) && !charts(id),
    (id) => id.includes('node_modules'),
  ),
  chunkOf(
    'user-parts',
    modules(
      'watching/watch-button.tsx',
      'watching/saved-search-tabs.tsx',
      'watching/alerts/alert-bell.tsx',
      'subscriptions/cancel-instructions.tsx',
      'subscriptions/plan-state.ts',
      'keywords/competition.tsx',
      'keywords/keyword-view.ts',
      'keywords/month-names.ts',
      'keywords/interest/publish-by.tsx',
      'linked-accounts/keywords/volumes.tsx',
      '../../domain/linked-accounts/volumes.ts',
      'linked-accounts/linking.ts',
      'linked-accounts/use-own-accounts.ts',
      'site/saved-keywords.ts',
    ),
  ),
  chunkOf('detail-parts', detailScreens, detailScreens),
  chunkOf(
    'comparison-chart',
    modules(
      'ui/charts/comparison/comparison-chart.tsx',
      'ui/charts/comparison/comparison-drawing.tsx',
      'ui/charts/comparison/side-by-side.module.css',
    ),
    modules('ui/charts/axis-days.ts'),
  ),
  chunkOf('popular-pins', modules('catalog/home/popular-pins.tsx')),
  chunkOf('today', modules('app/today/dashboard-screen.tsx', 'watching/watchlists-screen.tsx')),
  chunkOf('keyword-answers', modules('keywords/keyword-answers.tsx')),
  chunkOf('keywords', modules('keywords/keyword-screen.tsx', 'keywords/keywords-screen.tsx', 'app/keyword-route.tsx')),
  chunkOf('keyword-numbers', modules('linked-accounts/keywords/keyword-numbers.tsx')),
  chunkOf(
    'own-keywords',
    modules(
      'linked-accounts/keywords/compared-volumes.tsx',
      'linked-accounts/keywords/volume-order.tsx',
      'linked-accounts/keywords/saved-results.tsx',
    ),
  ),
  chunkOf('auth', modules('auth/')),
  chunkOf('account', modules('account/account-screen.tsx', 'account/authorize-screen.tsx', 'linked-accounts/linking-screen.tsx')),
  chunkOf('imports', modules('imports/')),
  chunkOf('pages', modules('pages/')),
  chunkOf('analytics', modules('analytics/')),
  chunkOf('operations', modules('people/', 'operations/')),
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandPlugin, colorsPlugin, loadChunkPlugin],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // Wouter brings a copy of this hook for versions of React that lack it.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  // Readable and stable: index.html draws the page's frame with these class names before any script runs.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}__${name}` } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    chunkSizeWarningLimit: 600,
    manifest: true,
    // One style sheet for all screens: it compresses better than many, and no tab can miss one that a release has deleted.
    cssCodeSplit: false,
    // The names of all chunks of all screens would be a large part of the first load; the server preloads those of the screen.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []) },
    rolldownOptions: {
      // The domain has no side effects: its modules without a used export are left out, whatever tables they build.
      treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
      output: {
        codeSplitting: { groups: sharedChunks },
        // The first load names many chunks; seven characters (the least that is accepted) tell their versions apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '/api': api, '/dev/mail': api, '/local': api, '/demo': api, '/manifest.webmanifest': api } },
});
