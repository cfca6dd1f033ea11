import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Fills in the site's name and an empty page while developing; otherwise the server does it. */
const brandPlugin = {
  name: 'brand',
  apply: 'serve' as const,
  transformIndexHtml: (page: string) =>
    page
      .replaceAll('__BRAND__', 'Corklight')
      .replace('<!-- __PAGE_HEAD__ -->', '<title>Corklight</title>')
      .replace('__PAGE_HEADING__', '&nbsp;'),
};

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Is a module imported by this one, directly or through others, without a dynamic import? */
const isPartOf = (root: string, id: string, graph: ModuleGraph, seen = new Set<string>()): boolean => {
  if (id.endsWith(root)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isPartOf(root, importer, graph, seen)) ?? false;
};

/** One chunk for the first load: it compresses better, and its styles stay in the order of the imports. */
const firstLoadChunk = { name: (id: string, graph: ModuleGraph) => (isPartOf('/client/src/main.tsx', id, graph) ? 'app' : null) };

/** One chunk for what lists share with other screens: it is part of most first visits, and small files compress badly. */
const listPartsChunk = {
  name: (id: string, graph: ModuleGraph) =>
    isPartOf('/client/src/catalog/list/list-screen.tsx', id, graph) && !id.includes('/catalog/list/') ? 'list-parts' : null,
};

/** One chunk for what only lists have, so that parts that are loaded later do not split it. */
const listScreenChunk = {
  name: (id: string, graph: ModuleGraph) => (isPartOf('/client/src/catalog/list/list-screen.tsx', id, graph) ? 'list-screen' : null),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandPlugin],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // Readable and stable: index.html draws the page's frame with these class names before any script runs.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}__${name}` } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    chunkSizeWarningLimit: 600,
    manifest: true,
    // The names of all chunks of all screens would be a large part of the first load; screens that visitors enter by are preloaded by the server.
    // Browsers that know `light-dark()`, which the styles need, know module preloading too.
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) },
    rolldownOptions: {
      // The domain has no side effects: its modules without a used export are left out, whatever tables they build.
      treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
      output: {
        codeSplitting: { groups: [firstLoadChunk, listPartsChunk, listScreenChunk] },
        // The first load names many chunks; seven characters (the least that is accepted) tell their versions apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '/api': api, '/dev/mail': api, '/demo': api, '/manifest.webmanifest': api } },
});
