import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the network does to the bytes between a server and its database. `stalled`: bytes wait, and arrive when the fault ends; `delayed`:
 * each byte arrives late; `reset`: connections are reset, open ones and new ones; `black-hole`: bytes are lost, and no one is told;
 * `refused`: open connections are reset, and new ones refused as Postgres does it on a full disk.
 */
export type Fault = 'none' | 'stalled' | 'delayed' | 'reset' | 'black-hole' | 'refused';

/** How late bytes arrive on a delayed connection, in milliseconds. */
const DELAY_MS = 300;

const isResetting = (fault: Fault): boolean => fault === 'reset' || fault === 'refused';

/** The ErrorResponse of a server that cannot open a session. */
const refusal = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0CXX000\0Mcould not write init file\0\0');
  const header = Buffer.from('E\0\0\0\0');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
})();

/** A TCP proxy in front of Postgres that can misbehave. Point a server at `url`. */
export class FaultProxy {
  #fault: Fault = 'none';
  #resumed = Promise.resolve();
  #resume = (): void => undefined;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** Starts a proxy in front of the database at `databaseUrl`. */
  static async start(databaseUrl: string): Promise<FaultProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port: targetPort, hostname } = new URL(databaseUrl);
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new FaultProxy(server, url.toString());
    server.on('connection', (near) => proxy.#join(near, connect({ port: Number(targetPort || 5432), host: hostname })));
    return proxy;
  }

  /** Begins a fault, or ends it with `none`. */
  setFault(fault: Fault): void {
    this.#resume();
    this.#fault = fault;
    if (isResetting(fault)) for (const socket of this.#sockets) socket.resetAndDestroy();
    if (fault !== 'stalled') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resumed = promise;
    this.#resume = resolve;
  }

  async close(): Promise<void> {
    this.setFault('none');
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
    }
    if (isResetting(this.#fault)) {
      far.destroy();
      if (this.#fault === 'refused') near.end(refusal);
      else near.resetAndDestroy();
      return;
    }
    // Once bytes are lost, nothing passes again, as behind a firewall that forgot the connection.
    const link = { isLost: this.#fault === 'black-hole' };
    this.#pass(link, near, far);
    this.#pass(link, far, near);
  }

  /** Passes bytes, and then the end of the connection, in order. */
  #pass(link: { isLost: boolean }, from: Socket, to: Socket): void {
    let previous = Promise.resolve();
    const passOn = async (after: Promise<void>, due: number, deliver: () => unknown): Promise<void> => {
      await after;
      if (due > 0) await sleep(Math.max(0, due - performance.now()));
      while (this.#fault === 'stalled') await this.#resumed;
      link.isLost ||= this.#fault === 'black-hole';
      if (!link.isLost) deliver();
    };
    const enqueue = (deliver: () => unknown): void => {
      previous = passOn(previous, this.#fault === 'delayed' ? performance.now() + DELAY_MS : 0, deliver);
    };
    from.on('data', (bytes) => enqueue(() => to.writable && to.write(bytes)));
    from.once('close', () => enqueue(() => to.destroy()));
  }
}
