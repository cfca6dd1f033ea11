// `npm run bench -- …`: compiles the benchmarks beside the built product and measures it against a generated catalog.
import { build, install, run } from '../../server/launch/runtime.mjs';

install();
build();
const compiled = await run(['node_modules/@swc/cli/bin/swc.js', 'test/bench', '--out-dir', 'dist', '--quiet']);
if (compiled !== 0) process.exit(compiled);
process.exit(await run(['--enable-source-maps', 'dist/test/bench/bench.js', ...process.argv.slice(2)]));
