import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with the sources of the client's pages in place of a built client; `remove` deletes it. */
export async function createClientFolder(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-pages-'));
  await cp(join(process.cwd(), 'client', 'public'), folder, { recursive: true });
  await cp(join(process.cwd(), 'client', 'index.html'), join(folder, 'index.html'));
  await mkdir(join(folder, 'assets'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
