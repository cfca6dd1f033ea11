// `npm run bench -- …`: measures against a generated catalogue what the goals of docs/performance.md are about.
import { build, install, run } from './runtime.mjs';

install();
build();
process.exit(await run(['--enable-source-maps', 'dist/test/bench/bench.js', ...process.argv.slice(2)]));
