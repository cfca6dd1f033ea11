import { SECOND_MS } from '#domain/durations';

/** The time a stop may take: 10 s to drain requests, and some for the rest. */
const FORCED_EXIT_AFTER_MS = 15 * SECOND_MS;

/** Stops the process gracefully on Ctrl-C, SIGTERM, or when the parent process that started it is gone. A second signal ends it immediately. */
export function onStopSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), FORCED_EXIT_AFTER_MS).unref();
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
