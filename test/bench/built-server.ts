import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/database/embedded-postgres';

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

export interface Response {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly body: string;
}

/** The built server of a checkout, started as `npm start` does it. */
export class BuiltServer {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /** Starts `dist/server/main.js` of the checkout in `directory` on the database at `url`, which it migrates. */
  static async start(directory: string, url: string, settings: Readonly<Record<string, string>>): Promise<BuiltServer> {
    const port = await freePort();
    const child = spawn(process.execPath, [join(directory, 'dist/server/main.js')], {
      cwd: directory,
      env: { ...process.env, DEMO: 'false', RATE_LIMITS: 'off', DATABASE_URL: url, PORT: String(port), ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // Without a listener a directory that does not exist would end the bench; the exit code below says the same.
    child.once('error', () => undefined);
    const server = new BuiltServer(child, port);
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await server.send('GET', '/api/sessions').catch(() => null))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`the server of ${directory} does not start`);
      await sleep(POLL_INTERVAL_MS);
    }
    return server;
  }

  send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<Response> {
    return new Promise((resolve, reject) => {
      const sent = request({ port: this.port, host: '127.0.0.1', agent: this.#agent, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [], body: text }),
        );
      });
      sent.once('error', reject).end(body);
    });
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
