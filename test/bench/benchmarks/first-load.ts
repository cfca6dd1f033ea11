import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { singleSample } from '../sample-stats.js';
import { readScreenChunks } from '#server/pages/serve-client';
import type { Benchmark } from '../benchmark.js';

const MAX_KILOBYTES = 95;
const clientFolder = join(import.meta.dirname, '..', '..', '..', 'client');
const gzippedKilobytes = (code: string | Buffer): number => gzipSync(code, { level: 9 }).length / 1_000;

/** The size of a page that loads only the three libraries. */
const librariesSource = `
  import { createElement, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { proxy, useSnapshot } from 'valtio';
  const state = proxy({ count: 0 });
  const App = () => createElement('p', null, useSnapshot(state).count, useState(0)[0]);
  createRoot(document.body).render(createElement(App));
`;

async function librariesKilobytes(): Promise<number> {
  const entry = 'virtual:libraries-alone';
  const plugin = {
    name: 'libraries-alone',
    resolveId: (id: string) => (id === entry ? id : undefined),
    load: (id: string) => (id === entry ? librariesSource : undefined),
  };
  const built = (await build({
    configFile: false,
    root: join(clientFolder, '..', '..'),
    logLevel: 'silent',
    mode: 'production',
    plugins: [plugin],
    build: { write: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce((sum, part) => sum + (part.type === 'chunk' ? gzippedKilobytes(part.code) : 0), 0);
}

/** The scripts and preloads that the page of `/` names: the app and the home screen. */
function initialScripts(): string[] {
  const index = readFileSync(join(clientFolder, 'index.html'), 'utf8');
  const page = index + readScreenChunks(clientFolder, index)('home');
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((found) => found[1] ?? '');
}

/** Compressed JavaScript needed for the first paint. */
export const firstLoad: Benchmark = {
  title: 'First load: JavaScript, gzip',
  measure: async () => {
    const ours = initialScripts().reduce((sum, script) => sum + gzippedKilobytes(readFileSync(join(clientFolder, script))), 0);
    const libraries = await librariesKilobytes();
    return [
      {
        operation: `the page of / and its ${initialScripts().length} scripts`,
        unit: 'KB',
        ours: singleSample(ours),
        other: { name: 'react, react-dom, valtio alone', figures: singleSample(libraries) },
        ratio: ours / libraries,
        goal: `≤ ${MAX_KILOBYTES} KB`,
        met: ours <= MAX_KILOBYTES,
      },
    ];
  },
};
