// `npm run dev`: the server restarts and the page reloads when a source changes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, environment, install, node, root, whenStarterIsGone } from './runtime.mjs';

install();
build();
const tool = (...path) => join(root, 'node_modules', ...path);
const start = (args) => spawn(node(), args, { cwd: root, stdio: 'inherit', env: environment() });
const programs = [
  start([tool('@nestjs', 'cli', 'bin', 'nest.js'), 'start', '--watch']),
  start([tool('vite', 'bin', 'vite.js'), '--config', join('client', 'vite.config.ts')]),
];
const stop = () => programs.forEach((program) => program.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
whenStarterIsGone(stop);
await Promise.race(programs.map((program) => new Promise((resolve) => program.on('exit', resolve))));
stop();
