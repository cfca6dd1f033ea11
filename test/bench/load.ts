import { connect, type Socket } from 'node:net';

/** Number of concurrent connections. */
const CONNECTION_COUNT = 8;

/** Returns where the first response in the buffer ends; null if it is incomplete. */
function responseEnd(buffer: Buffer): { end: number; head: string } | null {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = buffer.toString('latin1', 0, headEnd).toLowerCase();
  const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1] ?? Number.NaN);
  if (!head.startsWith('http/1.1 200') || Number.isNaN(length)) throw new Error(`unexpected response: ${head}`);
  const end = headEnd + 4 + length;
  return buffer.length < end ? null : { end, head };
}

/** One connection that sends the next request as soon as it has a response. A bare socket, because client and server share the machine. */
class LoadConnection {
  responseCount = 0;
  #socket: Socket | undefined;
  #buffer: Buffer = Buffer.alloc(0);
  #stopping = false;
  readonly done = Promise.withResolvers<void>();

  constructor(
    private readonly port: number,
    private readonly request: string,
  ) {
    this.#connect();
  }

  stop(): void {
    this.#stopping = true;
  }

  #connect(): void {
    this.#buffer = Buffer.alloc(0);
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true }, () => socket.write(this.request));
    socket.on('data', (data) => this.#receive(data));
    socket.on('error', (error) => this.done.reject(error));
    this.#socket = socket;
  }

  #receive(data: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    try {
      const found = responseEnd(this.#buffer);
      if (found) this.#handleResponse(found.head.includes('\nconnection: close'), found.end);
    } catch (error) {
      this.done.reject(error);
    }
  }

  #handleResponse(closes: boolean, end: number): void {
    this.responseCount += 1;
    this.#buffer = this.#buffer.subarray(end);
    if (this.#stopping || closes) this.#socket?.destroy();
    if (this.#stopping) this.done.resolve();
    else if (closes) this.#connect();
    else this.#socket?.write(this.request);
  }
}

/** Sends requests for this many milliseconds without pause; returns the number of requests and the milliseconds. */
export async function generateLoad(port: number, path: string, durationMs: number, cookie = ''): Promise<{ requests: number; ms: number }> {
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${cookie === '' ? '' : `cookie: ${cookie}\r\n`}\r\n`;
  const startedAt = performance.now();
  const connections = Array.from({ length: CONNECTION_COUNT }, () => new LoadConnection(port, request));
  const timer = setTimeout(() => connections.forEach((connection) => connection.stop()), durationMs);
  await Promise.all(connections.map(({ done }) => done.promise)).finally(() => clearTimeout(timer));
  return { requests: connections.reduce((sum, { responseCount: answered }) => sum + answered, 0), ms: performance.now() - startedAt };
}
