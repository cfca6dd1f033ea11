const STOPPED_EXIT_CODE = 130;
const CLOSE_TIMEOUT_MS = 5_000;

/** Drops what is reported from now on: what fails because its database closes is no news. */
function dropReports(): void {
  process.stderr.write = () => true;
  // These include rejections that nothing handles.
  process.on('uncaughtException', () => undefined);
}

/**
 * On Ctrl-C or SIGTERM, says so in one line, closes, and ends the process with 130. A second Ctrl-C ends it at once. Other signals beside
 * one are the same stop: a terminal's Ctrl-C also arrives as the SIGTERM of the launcher. Returns whether the process is being stopped.
 */
export function stopOnSignal(sentence: string, close: () => Promise<unknown>): () => boolean {
  let isStopping = false;
  let interruptCount = 0;
  const exit = () => process.exit(STOPPED_EXIT_CODE);
  const stop = (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT') interruptCount++;
    if (interruptCount > 1) exit();
    if (isStopping) return;
    isStopping = true;
    // The line of a progress, if one is drawn, makes room.
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${sentence}\n`);
    dropReports();
    process.exitCode = STOPPED_EXIT_CODE;
    setTimeout(exit, CLOSE_TIMEOUT_MS).unref();
    void close().then(exit, exit);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return () => isStopping;
}
