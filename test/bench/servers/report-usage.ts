/** Tells the bench, which started this process, where it listens and as whom it is asked (a cookie), and on request how much processor time it has used. */
export function reportUsage(port: number, cookie = ''): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port, cookie });
}
