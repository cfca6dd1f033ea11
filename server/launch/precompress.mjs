// Writes the .br and .gz form of every text asset of the built client beside it, once, so that no request pays for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..', 'dist', 'client');
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|svg|json)$/.test(name) || name.includes('.vite')) continue;
  const path = join(folder, name);
  const plain = readFileSync(path);
  // Below this, headers weigh more than what is saved.
  if (plain.length < 200) continue;
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
}
