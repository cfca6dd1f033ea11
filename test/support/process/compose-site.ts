import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandResult, Environment } from './server-process';

const works = (program: string, ...args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** What docker/Dockerfile builds on. */
const BUILD_IMAGE = 'node:24-bookworm-slim';

/** The plugin of Docker, or the program of its own that came before. */
const composeCommand = works('docker', 'compose', 'version')
  ? ['docker', 'compose']
  : works('docker-compose', 'version')
    ? ['docker-compose']
    : null;

/** Why `docker/compose.yaml` cannot be read here; null if it can. */
export const noComposeReason: string | null = composeCommand ? null : 'there is no docker compose on this machine';

const findNoEngineReason = (): string | null => {
  if (process.env['TEST_POSTGRES'] === 'embedded') return 'TEST_POSTGRES=embedded asks for a run without containers';
  return works('docker', 'info') ? noComposeReason : 'no container engine answers';
};

/** Why the image is not tried here; null if it is. */
export const noEngineReason: string | null = findNoEngineReason();

/** Why the image cannot be built here: its build installs packages; null if it can. */
export const findNoBuildReason = (): string | null =>
  works('docker', 'run', '--rm', '--network', 'host', BUILD_IMAGE, 'npm', 'view', 'pg', 'version', '--fetch-retries', '0')
    ? null
    : 'no package registry answers in a container';

/** Runs compose with the settings that a person's shell would have. */
async function runCompose(args: readonly string[], input = ''): Promise<CommandResult> {
  const [program = '', ...words] = composeCommand ?? [];
  const { TEST_DATABASE_URL: _, NODE_ENV: __, ...environment } = process.env;
  const child = spawn(program, [...words, ...args], { env: { COMPOSE_HTTP_TIMEOUT: '600', ...environment } });
  // A command that does not read its input may exit first.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** `docker/compose.yaml` with an environment file of its own, as a project that nothing else on the machine meets. */
export class ComposeSite {
  private constructor(
    readonly folder: string,
    private readonly files: readonly string[],
  ) {}

  /** `overrides` change services of the file, as those of a second file of compose do. */
  static async prepare(settings: Environment, overrides: object | null = null): Promise<ComposeSite> {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-compose-'));
    await cp('docker', folder, { recursive: true });
    if (overrides) await writeFile(join(folder, 'overrides.json'), JSON.stringify({ services: overrides }));
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    return new ComposeSite(folder, overrides ? ['compose.yaml', 'overrides.json'] : ['compose.yaml']);
  }

  /** Runs a command of compose; fails if it does. */
  async run(args: readonly string[], input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.try(args, input);
    if (code !== 0) throw new Error(`compose ${args.join(' ')} ended with ${code}: ${stdout}\n${stderr}`);
    return stdout;
  }

  /** Runs a command of compose that may fail. */
  try(args: readonly string[], input = ''): Promise<CommandResult> {
    const files = this.files.flatMap((name) => ['-f', join(this.folder, name)]);
    return runCompose(['-p', this.#project, ...files, ...args], input);
  }

  /** Removes the volume of a service, whose containers are gone. */
  removeVolume(name: string): void {
    if (!works('docker', 'volume', 'rm', `${this.#project}_${name}`)) throw new Error(`the volume ${name} cannot be removed`);
  }

  /** Removes the containers and volumes, and the folder. */
  async close(): Promise<void> {
    await this.run(['down', '--volumes', '--remove-orphans']);
    await this.remove();
  }

  /** Removes the folder of a project without containers. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Names of projects have no capital letters. */
  get #project(): string {
    return basename(this.folder).toLowerCase();
  }
}
