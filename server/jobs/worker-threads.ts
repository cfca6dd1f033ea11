import { extname } from 'node:path';
import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads';
import type { LockScope } from '#domain/jobs/lock-scope';

/** The most megabytes for short-lived objects, for threads that make few: what these hold is in typed arrays. By default there is room for many. */
export const fewShortLivedObjects: ResourceLimits = { maxYoungGenerationSizeMb: 8 };

/** Starts the worker thread of a file beside that of the caller; it has the caller's extension, compiled or not. */
export const startWorker = (name: string, callerUrl: string, options: WorkerOptions): Worker =>
  new Worker(new URL(`./${name}${extname(callerUrl)}`, callerUrl), options);

/** Runs a worker thread to its end and returns what it posts, if anything. It is terminated if the lock is lost. */
export function runInWorker<T>(scope: LockScope, name: string, callerUrl: string, options: WorkerOptions): Promise<T> {
  const worker = startWorker(name, callerUrl, options);
  const workerResource = { end: () => worker.terminate() };
  scope.register(workerResource);
  let posted: T;
  return new Promise<T>((resolve, reject) => {
    worker.once('message', (message: T) => (posted = message));
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve(posted) : reject(new Error(`the ${name} exited with code ${code}`))));
  }).finally(() => scope.release(workerResource));
}
