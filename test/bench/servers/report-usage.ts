/** Reports this server's port and session cookie to the bench, and its processor time on request. */
export function reportUsage(port: number, cookie = ''): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port, cookie });
}
