import { SECOND_MS } from '#domain/durations';

/** The time a stop may take: 10 s to drain requests, and some for the rest. */
const FORCED_EXIT_AFTER_MS = 15 * SECOND_MS;

/**
 * One stop may arrive more than once: a terminal or a supervisor signals a whole group of processes, and the starter passes its signal on.
 * Signals within this time of the first are the same stop.
 */
const SAME_STOP_MS = SECOND_MS;

/**
 * Stops the process gracefully on Ctrl-C, SIGTERM, or when the parent process that started it is gone. A later signal ends it immediately.
 * `delayMs` is the part of the stop for which the server goes on accepting connections.
 */
export function onStopSignal(close: () => Promise<void>, delayMs: number): void {
  let stoppedAtMs: number | undefined;
  const stop = () => {
    if (stoppedAtMs !== undefined) {
      if (performance.now() - stoppedAtMs > SAME_STOP_MS) process.exit(1);
      return;
    }
    stoppedAtMs = performance.now();
    setTimeout(() => process.exit(1), delayMs + FORCED_EXIT_AFTER_MS).unref();
    void close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (process.channel) {
    process.on('disconnect', stop);
    process.channel.unref();
  }
}
