import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What Vite writes of a screen that shares a chunk with others, and of the first load. */
const manifest = {
  '_list-screen.js': { file: 'assets/list.js', name: 'list-screen', imports: ['_shared.js', 'src/main.tsx'] },
  '_shared.js': { file: 'assets/shared.js', name: 'shared', imports: ['src/main.tsx'] },
  'src/main.tsx': { file: 'src/main.tsx', name: 'app' },
};

/** A folder with the sources of the client's pages in place of a built client; `remove` deletes it. */
export async function createClientFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-pages-'));
  await cp(join(process.cwd(), 'client', 'public'), folder, { recursive: true });
  await cp(join(process.cwd(), 'client', 'index.html'), join(folder, 'index.html'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
