/** How long a stop may take before the process ends anyway: ten seconds for requests under way, and a few for the rest. */
const FORCED_EXIT_AFTER_MS = 15_000;

/** Ends the process cleanly once, on Ctrl-C, SIGTERM, or when the starter that opened a channel to us is gone; a second signal ends it at once. */
export function onStopSignal(close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
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
