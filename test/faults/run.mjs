// `npm run test:faults [-- name …] [-- --checkout DIR]`: measures the built product under faults and floods, beside an undisturbed control.
import { build, install, run } from '../../server/launch/runtime.mjs';

install();
build();
const support = [
  'database/fault-proxy.ts',
  'database/streaming-replica.ts',
  'servers/certificates.ts',
  'servers/paddle-notices.ts',
  'servers/smtp-server.ts',
];
const sources = ['test/faults', ...support.map((file) => `test/support/${file}`)];
const compiled = await run(['node_modules/@swc/cli/bin/swc.js', ...sources, '--out-dir', 'dist', '--quiet']);
if (compiled !== 0) process.exit(compiled);
process.exit(await run(['--enable-source-maps', 'dist/test/faults/faults.js', ...process.argv.slice(2)]));
