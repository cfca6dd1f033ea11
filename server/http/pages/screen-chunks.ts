import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ScreenName } from '#domain/site/screens';

/** The modules of the screens that visitors enter the site by and that are not part of the first load. */
const entryModules: Partial<Record<ScreenName, string>> = {
  home: 'src/catalog/home/home-screen.tsx',
  pins: 'src/catalog/list/list-screen.tsx',
  boards: 'src/catalog/list/list-screen.tsx',
  pinners: 'src/catalog/list/list-screen.tsx',
  pin: 'src/catalog/detail/pin-screen.tsx',
  board: 'src/catalog/detail/board-screen.tsx',
  pinner: 'src/catalog/detail/pinner-screen.tsx',
};

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
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

/** The key of a screen's chunk: its module, or the name of the chunk that a group of modules is in. */
const chunkKey = (manifest: Manifest, module: string): string =>
  module in manifest ? module : (Object.keys(manifest).find((key) => manifest[key]?.name === basename(module, '.tsx')) ?? module);

/**
 * Reads the manifest of the built client. Returns a function from a screen to the tags that load its chunks beside the first load, so that
 * the browser need not wait for the first load to ask for them. A client that has no manifest loads them later.
 */
export function readScreenChunks(clientFolder: string, indexPage: string): (screen: ScreenName | null) => string {
  const manifestFile = join(clientFolder, '.vite', 'manifest.json');
  const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : {};
  const link = (rel: string, file: string) =>
    indexPage.includes(`/${file}"`) ? [] : [`<link rel="${rel}" href="/${file}" crossorigin nonce="__CSP_NONCE__" />`];
  const tagsOf = (module: string) => {
    const chunks = [...chunksOf(manifest, chunkKey(manifest, module)).values()];
    const styles = chunks.flatMap(({ css = [] }) => css.flatMap((file) => link('stylesheet', file)));
    return [...styles, ...chunks.flatMap(({ file }) => link('modulepreload', file))].join('\n    ');
  };
  const tagsByScreen = new Map(Object.entries(entryModules).map(([screen, module]) => [screen, tagsOf(module)]));
  return (screen) => (screen && tagsByScreen.get(screen)) ?? '';
}
