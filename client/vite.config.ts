import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** The server names the page after the site; while developing there is no server in between. */
const named = { name: 'named', apply: 'serve' as const, transformIndexHtml: (page: string) => page.replaceAll('__BRAND__', 'Corklight') };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), named],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { outDir: '../dist/client', emptyOutDir: true, chunkSizeWarningLimit: 600, manifest: true },
  server: { proxy: { '/api': api, '/dev': api } },
});
