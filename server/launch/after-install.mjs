// `prepare` of npm: what is left to do when an install has ended well, with the scripts of all packages.
import { spawnSync } from 'node:child_process';
import { root, stampInstalled } from './runtime.mjs';

// A copy of the sources without a repository needs no hooks.
spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root });
// Others than `npm ci` may install what the lock file does not say.
if (process.env.npm_command === 'ci') stampInstalled();
