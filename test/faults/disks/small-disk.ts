import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const HOLD_INTERVAL_MS = 50;

const MEGABYTE = Buffer.alloc(1024 ** 2);

/** A small disk in memory, which a file can fill but for some room. */
export class SmallDisk {
  #release: () => Promise<void> = () => Promise.resolve();

  private constructor(readonly folder: string) {}

  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-small-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    // Postgres runs as another user.
    await chmod(folder, 0o755);
    return new SmallDisk(folder);
  }

  /** Takes all room but this. Something else may take more at the same time. */
  async fill(freeMegabytes = 0): Promise<void> {
    const file = await open(join(this.folder, 'filler'), 'a');
    try {
      for (;;) {
        const { bavail, bsize } = await statfs(this.folder);
        const tooMuch = bavail * bsize - freeMegabytes * MEGABYTE.length;
        if (tooMuch <= 0) return;
        await file.write(MEGABYTE, 0, Math.min(tooMuch, MEGABYTE.length));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }

  /** Takes all room but this again and again, as a program that never ends, until `empty`. */
  hold(freeMegabytes: number): void {
    const released = new AbortController();
    const holding = this.#holdUntil(released.signal, freeMegabytes);
    this.#release = () => (released.abort(), holding);
  }

  async #holdUntil(released: AbortSignal, freeMegabytes: number): Promise<void> {
    for (; !released.aborted; await sleep(HOLD_INTERVAL_MS)) await this.fill(freeMegabytes);
  }

  async empty(): Promise<void> {
    await this.#release();
    await rm(join(this.folder, 'filler'), { force: true });
  }

  async unmount(): Promise<void> {
    await this.empty();
    await run('umount', [this.folder]);
    await rmdir(this.folder);
  }
}

/** Why this machine cannot mount small disks; null if it can. */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'a small disk can be mounted by root only';
  try {
    await (await SmallDisk.mount(1)).unmount();
    return null;
  } catch (error) {
    return `a small disk cannot be mounted: ${String((error as { stderr?: unknown }).stderr).trim()}`;
  }
}
