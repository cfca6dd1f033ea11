import { createServer } from 'node:net';

/** Tries whether a server could listen on a port. Returns why it could not; null if the port is free. */
export async function portError(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const server = createServer();
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(null));
  });
  if (error === null) await new Promise((resolve) => server.close(resolve));
  return error;
}
