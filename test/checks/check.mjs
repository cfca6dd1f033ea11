// `npm run check [name …]`: everything about the sources that can be checked without running them; a name selects checks that begin with it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, install, node, root } from '../../server/launch/runtime.mjs';

/** The longest check, of the format, uses one core. */
const CHECKS_AT_ONCE_COUNT = 2;

const bin = (...path) => join(root, 'node_modules', ...path);
const script = (name) => join('test', 'checks', name);
const layers = [bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', '--output-type', 'err'];
const checks = [
  ['format', bin('prettier', 'bin', 'prettier.cjs'), '--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.'],
  ['lint and types', bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  ['layers', ...layers, 'domain', 'server', 'client', 'migrations'],
  ['retired words', script('retired-words.mjs')],
  ['folders', script('folders.mjs')],
  ['sql forms', script('sql-forms.mjs')],
  ['documents', script('documents.mjs')],
  ['settings documents', '--conditions=source', script('settings-documents.mjs')],
  ['licenses', script('licenses.mjs')],
  ['lock file', script('lock-file.mjs')],
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
const wanted = process.argv.slice(2);
const unknown = wanted.filter((one) => !checks.some(([name]) => name.startsWith(one)));
if (unknown.length > 0) {
  console.error(`No check begins with ${unknown.join(', ')}. There are: ${checks.map(([name]) => name).join(', ')}.`);
  process.exit(1);
}
const waiting = checks.filter(([name]) => wanted.length === 0 || wanted.some((one) => name.startsWith(one)));
let failed = 0;
async function runWaiting() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, ...args] = next;
    const startedAt = performance.now();
    const { code, output } = await run(args);
    console.log(`${code === 0 ? '✔' : '✘'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (code === 0) continue;
    failed++;
    console.log(output.trimEnd());
  }
}
await Promise.all(Array.from({ length: CHECKS_AT_ONCE_COUNT }, runWaiting));
process.exit(failed === 0 ? 0 : 1);
