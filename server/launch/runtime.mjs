// What the starters share: plain JavaScript for whatever Node is at hand (20 or newer), before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stampOf = (name) => join(root, 'node_modules', '.cache', 'corklight', name);

const digest = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const stamped = (name, value) => existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === value;
const stamp = (name, value) => {
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), value);
};

function must(command, args, what) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(),
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return;
  console.error(`${what} failed${result.error ? `: ${result.error.message}` : ` (exit code ${result.status})`}.`);
  process.exit(1);
}

const lockDigest = () => digest([readFileSync(join(root, 'package-lock.json'))]);

/**
 * Remembers that what the lock file says is installed, unless npm was told to omit some of it: of the optional packages, only those for
 * other platforms may be missing, and each platform has some of its own.
 */
export function stampInstalled() {
  const packagesOf = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8')).packages;
  const installed = packagesOf('node_modules', '.package-lock.json');
  const isInstalled = ([path]) => path === '' || path in installed;
  const packages = Object.entries(packagesOf('package-lock.json'));
  const [optional, needed] = [packages.filter(([, { optional }]) => optional), packages.filter(([, { optional }]) => !optional)];
  if (needed.every(isInstalled) && optional.some(isInstalled)) stamp('installed', lockDigest());
}

/** Installs exactly what the lock file says, when that is not what is there. */
export function install() {
  const lock = lockDigest();
  if (stamped('installed', lock)) return;
  console.log('Installing dependencies (once, about a minute) …');
  // As root, npm would otherwise refuse cache folders of other users; with --include the starter works under NODE_ENV=production too.
  must('npm', ['ci', '--include=dev', '--include=optional'], 'npm ci');
  stamp('installed', lock);
}

/** The pinned Node of the lock file where there is one for this platform, else the one at hand when it is new enough. */
export function node() {
  const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  console.error(`Corklight needs Node 24.7 or newer on this platform; this is ${process.versions.node}.`);
  return process.exit(1);
}

/**
 * Lets glibc give the memory of large arrays back when they are freed. By default it keeps it after the first few, so that a server keeps
 * memory of its nightly recompute: at a million rows 776 MB instead of 633 at its end, and 1,121 MB instead of 927 at its peak. What was
 * given back comes again in huge pages. In small ones, the 19 MB that each check of a password needs would make a login take 43 to 46 ms
 * instead of 36 to 38.
 */
const MEMORY_SETTINGS = {
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 ** 2),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/** The environment of what we start: the pinned Node and the installed tools come first. */
export function environment(more = {}) {
  const path = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
    process.platform === 'win32' ? ';' : ':',
  );
  return { ...MEMORY_SETTINGS, ...process.env, PATH: path, ...more };
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Builds server and client when a source has changed since the last build. */
export function build() {
  const sources = ['domain', 'server', 'migrations', 'client'].flatMap((folder) => Array.from(filesBelow(join(root, folder))));
  const all = [...sources, ...['package.json', 'package-lock.json', 'tsconfig.json', 'nest-cli.json'].map((name) => join(root, name))];
  const state = digest(
    all
      .sort((a, b) => (a < b ? -1 : 1))
      .map(
        (path) => `${path.slice(root.length)} ${statSync(path).size} ${createHash('sha256').update(readFileSync(path)).digest('hex')}\n`,
      ),
  );
  if (
    stamped('built', state) &&
    existsSync(join(root, 'dist', 'server', 'main.js')) &&
    existsSync(join(root, 'dist', 'client', 'index.html'))
  )
    return;
  console.log('Building …');
  const tool = (...path) => join(root, 'node_modules', ...path);
  must(node(), [tool('@nestjs', 'cli', 'bin', 'nest.js'), 'build'], 'Building the server');
  must(
    node(),
    [tool('vite', 'bin', 'vite.js'), 'build', '--config', join('client', 'vite.config.ts'), '--logLevel', 'warn'],
    'Building the client',
  );
  must(node(), [join('server', 'launch', 'precompress.mjs')], 'Compressing the client');
  stamp('built', state);
}

/** npm may end on a signal without passing it on: notice once that it is gone. */
export function whenStarterIsGone(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const starter = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    stop();
  }, 500).unref();
}

/** Runs a program of ours with the terminal's input and output; answers its exit code, after its own clean end on any signal. */
export function run(args, more = {}) {
  const child = spawn(node(), args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment(more) });
  // A signal sent to us alone is passed on, and the child decides when it is done. A terminal's Ctrl-C has reached the child already: it
  // counts both as one stop. Windows only has that one, and would end the child at once instead of passing it on.
  process.on('SIGINT', () => process.platform === 'win32' || child.kill('SIGTERM'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  whenStarterIsGone(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  });
}
