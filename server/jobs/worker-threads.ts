import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LockScope } from '#domain/jobs/lock-scope';

/** For short-lived objects, of which our threads make few: what they hold is in typed arrays. By default, each thread keeps room for many. */
const MAX_YOUNG_GENERATION_MB = 8;

/** Starts the worker thread of a file beside that of the caller; it has the caller's extension, compiled or not. */
export const startWorker = (name: string, callerUrl: string, workerData?: unknown): Worker =>
  new Worker(new URL(`./${name}${extname(callerUrl)}`, callerUrl), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });

/** Runs a worker thread to its end and returns what it posts, if anything. It is terminated if the lock is lost. */
export function runInWorker<T>(scope: LockScope, name: string, callerUrl: string, workerData: unknown): Promise<T> {
  const worker = startWorker(name, callerUrl, workerData);
  const workerResource = { end: () => worker.terminate() };
  scope.register(workerResource);
  let posted: T;
  return new Promise<T>((resolve, reject) => {
    worker.once('message', (message: T) => (posted = message));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve(posted) : reject(new Error(`the ${name} exited with code ${code}`))));
  }).finally(() => scope.release(workerResource));
}
