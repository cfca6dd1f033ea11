import { type ChildProcess, fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from './benchmark.js';

export type ServerName = 'static' | 'by-hand' | 'product';

/** A server in a child process, so that its processor time can be measured. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    /** The cookie of a signed-in user; empty for an anonymous request. */
    readonly cookie: string,
  ) {}

  /** With the URL of a Pinterest, the user has linked an account there. */
  static async start(name: ServerName, { url, config }: Pick<BenchContext, 'url' | 'config'>, pinterestUrl = ''): Promise<ServerProcess> {
    const child = fork(join(import.meta.dirname, 'servers', `${name}.js`), {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        BENCH_DATABASE_URL: url,
        BENCH_ORDERED_FROM: String(config.ORDERED_LISTS_FROM),
        BENCH_PINTEREST_URL: pinterestUrl,
      },
      // A log file, as under a service manager: its cost is measured, and its lines stay out of the table.
      stdio: ['ignore', openSync(join(process.cwd(), '.data', 'bench-server.log'), 'w'), 'inherit', 'ipc'],
    });
    const { port, cookie } = await nextMessage<{ port: number; cookie: string }>(child);
    return new ServerProcess(child, port, cookie);
  }

  /** Processor time used so far, in µs. */
  async cpuMicroseconds(): Promise<number> {
    this.child.send('cpu');
    return (await nextMessage<{ cpu: number }>(this.child)).cpu;
  }

  stop(): void {
    this.child.kill('SIGTERM');
  }
}

const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a server of the bench ended'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
