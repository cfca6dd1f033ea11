import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { single } from '../figures.js';
import type { Pair } from '../pair.js';

const MOST = 95;
const client = join(import.meta.dirname, '..', '..', '..', 'client');
const kilobytes = (code: string | Buffer): number => gzipSync(code, { level: 9 }).length / 1_000;

/** What a page of the four libraries and nothing else would load. */
const alone = `
  import { createElement, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Link, Route, Switch, useLocation, useSearch } from 'wouter';
  import { proxy, useSnapshot } from 'valtio';
  const state = proxy({ count: 0 });
  const App = () => createElement(Switch, null, createElement(Route, null, createElement(Link, { href: useLocation()[0] + useSearch() },
    useSnapshot(state).count, useState(0)[0])));
  createRoot(document.body).render(createElement(App));
`;

async function librariesAlone(): Promise<number> {
  const entry = 'virtual:libraries-alone';
  const plugin = {
    name: 'libraries-alone',
    resolveId: (id: string) => (id === entry ? id : undefined),
    load: (id: string) => (id === entry ? alone : undefined),
  };
  const built = (await build({
    configFile: false,
    root: join(client, '..', '..'),
    logLevel: 'silent',
    mode: 'production',
    plugins: [plugin],
    build: { write: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce((sum, part) => sum + (part.type === 'chunk' ? kilobytes(part.code) : 0), 0);
}

/** The scripts that the page names, itself and what it preloads. */
function firstScripts(): string[] {
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((found) => found[1] ?? '');
}

/** Compressed JavaScript before anything can be seen. */
export const firstLoad: Pair = {
  title: 'First load: JavaScript, gzip',
  measure: async () => {
    const ours = firstScripts().reduce((sum, script) => sum + kilobytes(readFileSync(join(client, script))), 0);
    const libraries = await librariesAlone();
    return [
      {
        operation: `index.html and its ${firstScripts().length} scripts`,
        unit: 'KB',
        ours: single(ours),
        other: { name: 'react, react-dom, wouter, valtio alone', figures: single(libraries) },
        ratio: ours / libraries,
        goal: `≤ ${MOST} KB`,
        met: ours <= MOST,
      },
    ];
  },
};
