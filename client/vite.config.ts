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

/** Is a module one of these, or imported by one of them, directly or through others, without a dynamic import? */
const isPartOf = (roots: RegExp, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean => {
  if (roots.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isPartOf(roots, importer, graph, seen)) ?? false;
};

/** A chunk of what these modules import statically, and of themselves unless they are left out. */
const chunkOf = (name: string, roots: RegExp, leftOut?: RegExp) => ({
  name: (id: string, graph: ModuleGraph) => (isPartOf(roots, id, graph) && !leftOut?.test(id) ? name : null),
  debugName: name,
});

/**
 * The chunks that screens share: few, because each is a request and small files compress badly. The app's chunk has what the home page
 * shares with other screens, and nothing that the home page doesn't need. The first chunk that has a module keeps it. What is left is in the
 * chunk of its screen.
 */
const sharedChunks = [
  chunkOf('app', /\/client\/src\/main\.tsx$|\/home-route\.tsx$/, /\/catalog\/home\/|\/home-(route|offers)\.tsx$/),
  chunkOf('list-parts', /\/catalog\/list\/list-screen\.tsx$/, /\/catalog\/list\/(?!filters\/filter-texts)/),
  chunkOf('list-screen', /\/catalog\/list\/list-screen\.tsx$/),
  // The parts of forms and dialogs; charts are loaded when they are near.
  chunkOf('ui', /\/client\/src\/(ui|api|site)\/(?!charts\/)/, /node_modules/),
  chunkOf(
    'user-parts',
    /\/(watch-button|saved-search-tabs|alert-bell)\.tsx$|\/(cancel-instructions|competition|keyword-view|linking|month-names|plan-state|publish-by|saved-keywords|use-own-accounts|keywords\/volumes|linked-accounts\/volumes)\.tsx?$/,
  ),
  chunkOf('detail-parts', /\/catalog\/detail\/(board|pinner|pin)-screen\.tsx$/, /\/(board|pinner|pin)-screen\.tsx$/),
  chunkOf('comparison-chart', /\/comparison\/((comparison-chart|comparison-drawing)\.tsx?|side-by-side\.module\.css)$/, /\/axis-days\.ts$/),
  chunkOf('popular-pins', /\/catalog\/home\/popular-pins\.tsx$/),
  chunkOf('today', /\/(dashboard|watchlists)-screen\.tsx$/),
  chunkOf('keyword-answers', /\/keyword-answers\.tsx$/),
  chunkOf('keywords', /\/(keywords?-screen|keyword-route)\.tsx$/),
  chunkOf('keyword-numbers', /\/keyword-numbers\.tsx$/),
  chunkOf('own-keywords', /\/linked-accounts\/keywords\/(compared-volumes|volume-order|saved-results)\.tsx$/),
  chunkOf('auth', /\/client\/src\/auth\//),
  chunkOf('account', /\/(account|authorize|linking)-screen\.tsx$/),
  chunkOf('imports', /\/client\/src\/imports\//),
  chunkOf('pages', /\/client\/src\/pages\//),
  chunkOf('analytics', /\/client\/src\/analytics\//),
  chunkOf('operations', /\/client\/src\/(people|operations)\//),
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
