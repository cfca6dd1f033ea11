import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Runs a job in a child process, so that its memory can be measured, and returns what it reports. */
export function runInChildProcess<T>(job: string, environment: Readonly<Record<string, string>>): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'jobs', `${job}.js`), {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`the bench job ${job} exited with code ${code}`)));
  });
}
