import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';

export type PoolMode = 'session' | 'transaction';

/** What PgBouncer accepts when a connection is opened; it refuses everything else. */
const ACCEPTED_PARAMETERS = new Set(['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone']);

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const message = (type: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);

const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([message('R', int32(0)), message('K', Buffer.concat([int32(1), int32(1)])), READY]);

const refusalOf = (parameter: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`));

/** Calls `onMessage` with each complete message of a stream: the first one of a client has no type. */
function readMessages(socket: Socket, hasStartup: boolean, onMessage: (bytes: Buffer) => void): void {
  let pending = Buffer.alloc(0);
  let typeLength = hasStartup ? 0 : 1;
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= typeLength + 4 && pending.length >= typeLength + pending.readInt32BE(typeLength)) {
      const end = typeLength + pending.readInt32BE(typeLength);
      onMessage(pending.subarray(0, end));
      pending = pending.subarray(end);
      typeLength = 1;
    }
  });
}

/** A session of Postgres, lent to one client at a time. */
class Backend {
  borrower: Socket | null = null;
  onIdle: () => void = () => undefined;

  private constructor(private readonly client: Client) {
    const socket = this.socket;
    socket.removeAllListeners('data');
    readMessages(socket, false, (bytes) => {
      this.borrower?.write(bytes);
      if (bytes[0] === READY[0] && bytes[5] === READY[5]) this.onIdle();
    });
  }

  static async open(url: string): Promise<Backend> {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return new Backend(client);
  }

  get socket(): Socket {
    return (this.client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
  }
}

/**
 * Stands in for PgBouncer in front of a database: it refuses unknown startup parameters, and lends its sessions of Postgres for as long as
 * a client is connected (`session`) or for one transaction (`transaction`). It asks for no password.
 */
export class FakePooler {
  readonly #backends: Backend[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly databaseUrl: string,
    private readonly mode: PoolMode,
  ) {}

  static async start(databaseUrl: string, mode: PoolMode): Promise<FakePooler> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pooler = new FakePooler(server, databaseUrl, mode);
    server.on('connection', (socket) => pooler.#serve(socket));
    return pooler;
  }

  get url(): string {
    const url = new URL(this.databaseUrl);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.toString();
  }

  async close(): Promise<void> {
    for (const socket of [...this.#sockets, ...this.#backends.map((backend) => backend.socket)]) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    let isStarted = false;
    let backend: Backend | null = null;
    let previous = Promise.resolve();
    const release = (): void => {
      if (backend) backend.borrower = null;
      backend = null;
    };
    const forward = async (bytes: Buffer): Promise<void> => {
      if (!backend) {
        backend = await this.#borrow(socket);
        backend.onIdle = () => this.mode === 'transaction' && release();
      }
      backend.socket.write(bytes);
    };
    readMessages(socket, true, (bytes) => {
      if (!isStarted) {
        isStarted = true;
        const names = bytes
          .subarray(8)
          .toString()
          .split('\0')
          .filter((_, index) => index % 2 === 0);
        const refused = names.find((name) => name !== '' && !ACCEPTED_PARAMETERS.has(name.toLowerCase()));
        if (refused === undefined) socket.write(WELCOME);
        else socket.end(refusalOf(refused));
      } else if (bytes[0] !== 'X'.charCodeAt(0)) {
        const copy = Buffer.from(bytes);
        previous = previous.then(() => forward(copy)).catch(() => void socket.destroy());
      }
    });
    socket.once('close', () => {
      this.#sockets.delete(socket);
      // Like server_reset_query: a session is not lent on with the locks and settings of its last client.
      if (backend && this.mode === 'session') this.#discard(backend);
      release();
    });
  }

  #discard(backend: Backend): void {
    this.#backends.splice(this.#backends.indexOf(backend), 1);
    backend.socket.destroy();
  }

  async #borrow(borrower: Socket): Promise<Backend> {
    let backend = this.#backends.find((each) => each.borrower === null);
    if (backend) backend.borrower = borrower;
    else {
      backend = await Backend.open(this.databaseUrl);
      backend.borrower = borrower;
      this.#backends.push(backend);
    }
    return backend;
  }
}
