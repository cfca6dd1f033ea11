import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: { outDir: '../dist/client', emptyOutDir: true, chunkSizeWarningLimit: 600, manifest: true },
  server: { proxy: { '/api': api, '/dev': api } },
});
