import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Fills in the site's name while developing; otherwise the server does it. */
const brandPlugin = {
  name: 'brand',
  apply: 'serve' as const,
  transformIndexHtml: (page: string) => page.replaceAll('__BRAND__', 'Corklight'),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandPlugin],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // Readable and stable: index.html draws the page's frame with these class names before any script runs.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}__${name}` } },
  build: { outDir: '../dist/client', emptyOutDir: true, chunkSizeWarningLimit: 600, manifest: true },
  server: { proxy: { '/api': api, '/dev': api } },
});
