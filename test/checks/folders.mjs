// No source folder holds more files than a reader takes in at a glance.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_FILES_PER_FOLDER = 16;

function* folders(path) {
  yield path;
  for (const entry of readdirSync(path, { withFileTypes: true })) if (entry.isDirectory()) yield* folders(join(path, entry.name));
}

let failed = false;
for (const root of ['domain', 'server', 'client']) {
  for (const folder of folders(root)) {
    const count = readdirSync(folder).filter((name) => /\.tsx?$/.test(name)).length;
    if (count <= MAX_FILES_PER_FOLDER) continue;
    failed = true;
    console.error(`${folder} has ${count} source files; split it by idea (at most ${MAX_FILES_PER_FOLDER}).`);
  }
}
process.exit(failed ? 1 : 0);
