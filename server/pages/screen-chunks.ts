import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScreenName } from '#domain/site/screens';

/** The chunks of the screens that people enter the site by; others load theirs once the app has started. */
const entryChunks: Partial<Record<ScreenName, string>> = {
  home: 'home-screen',
  pins: 'list-screen',
  boards: 'list-screen',
  pinners: 'list-screen',
  pin: 'pin-screen',
  board: 'board-screen',
  pinner: 'pinner-screen',
  keywords: 'keywords',
  keyword: 'keywords',
  compare: 'compare-screen',
  dashboard: 'today',
  watchlists: 'today',
};

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** A chunk and those that it imports statically, each once. */
function chunksOf(manifest: Manifest, name: string, seen = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.set(name, chunk);
  for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen);
  return seen;
}

/**
 * Reads the manifest of the built client. Returns a function from a screen to the tags that load its chunks beside the first load, so that
 * the browser need not wait for the first load to ask for them. A client that has no manifest loads them later.
 */
export function readScreenChunks(clientFolder: string, indexPage: string): (screen: ScreenName | null) => string {
  const manifestFile = join(clientFolder, '.vite', 'manifest.json');
  const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : {};
  const preload = (file: string) =>
    indexPage.includes(`/${file}"`) ? [] : [`<link rel="modulepreload" href="/${file}" crossorigin nonce="__CSP_NONCE__" />`];
  const tagsOf = (name: string) => {
    const key = Object.keys(manifest).find((module) => manifest[module]?.name === name) ?? '';
    return [...chunksOf(manifest, key).values()].flatMap(({ file }) => preload(file)).join('\n    ');
  };
  const tagsByScreen = new Map(Object.entries(entryChunks).map(([screen, name]) => [screen, tagsOf(name)]));
  return (screen) => (screen && tagsByScreen.get(screen)) ?? '';
}
