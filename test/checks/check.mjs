// `npm run check`: everything about the sources that can be checked without running them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, install, node, root } from '../../server/launch/runtime.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);
const tsc = (project) => [bin('typescript', 'bin', 'tsc'), '-p', project, '--noEmit'];
const checks = [
  ['format', bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  ['lint', bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'],
  ['types: server', ...tsc('tsconfig.json')],
  ['types: domain', ...tsc('domain')],
  ['types: client', ...tsc('client')],
  ['types: test', ...tsc('test')],
  [
    'layers',
    bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'domain',
    'server',
    'client',
    'migrations',
    '--output-type',
    'err',
  ],
  ['answer shapes', join('test', 'checks', 'answer-shapes.mjs')],
  ['licences', join('test', 'checks', 'licenses.mjs')],
  ['lock file', join('test', 'checks', 'lock-file.mjs')],
];

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(node(), args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('exit', (code) => resolve({ code, output }));
  });
}

install();
let failed = 0;
for (const [name, ...args] of checks) {
  const started = performance.now();
  const { code, output } = await run(args);
  console.log(`${code === 0 ? '✔' : '✘'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) {
    failed++;
    console.log(output.trimEnd());
  }
}
process.exit(failed === 0 ? 0 : 1);
