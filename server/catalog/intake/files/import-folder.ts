import { access, constants, lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { rejectsToCsv } from '#domain/catalog/intake/contract';
import { FileOptions } from '#domain/catalog/intake/endpoints';
import { makeFolder } from '#server/files/make-folder';

/** The options of the files beside it. */
const OPTIONS_NAME = 'import.json';

/** Names that programs give to files that they still write. */
const UNFINISHED_NAME = /^[.~]|\.(?:part|partial|tmp|temp|filepart|crdownload)$/i;

/** The longest part of a name that is kept, in bytes: file systems take 255, of which the number and an ending need some. */
const MAX_NAME_BYTES = 200;

const FOLDERS = ['incoming', 'importing', 'done', 'failed'] as const;

/** A whole file in `incoming`, or in a folder in it. */
export interface IncomingFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** The folder in `incoming`; null if it lies in `incoming` itself. */
  readonly group: string | null;
}

/** A file that has the number of its import at the start of its name. */
export interface NumberedFile {
  readonly id: number;
  readonly fileName: string;
}

/** How the files of a folder are imported; `reason` says what is wrong with its options. */
type FolderOptions = { readonly options: FileOptions } | { readonly reason: string };

type SeenFiles = Map<string, { readonly state: string; readonly sinceMs: number }>;

const LaxOptions = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Whether a name was not UTF-8, where it leads to no file. */
const isDamaged = (name: string): boolean => name.includes('\ufffd');
const notUtf8 = (path: string) => Object.assign(new Error(`${path} is not UTF-8`), { path, code: 'its name is not UTF-8' });

/** The name of a taken file: its number tells it from others of its name. */
export const takenName = (id: number, name: string): string => `${id}-${Buffer.from(name).subarray(-MAX_NAME_BYTES).toString()}`;

/** Makes the folders of a watched folder. Throws the error of the disk if they cannot be written. */
export async function prepareImportFolder(folder: string): Promise<void> {
  for (const name of FOLDERS) {
    makeFolder(join(folder, name));
    await access(join(folder, name), constants.R_OK | constants.W_OK | constants.X_OK);
  }
}

/**
 * The watched folder: `incoming`, `importing` with the files that were taken, `done`, and `failed`. A file is only ever moved, in one step,
 * so that no two servers take the same.
 */
export class ImportFolder {
  /** What each file of `incoming` was when it last changed, and since when it is that. */
  #seen: SeenFiles = new Map();

  /** A file that stays as it is for `settleMs` counts as whole. */
  constructor(
    private readonly folder: string,
    private readonly settleMs: number,
  ) {}

  prepare(): Promise<void> {
    return prepareImportFolder(this.folder);
  }

  /** The whole files, by name, and why others cannot be read. */
  async listWhole(now: Date): Promise<{ readonly files: IncomingFile[]; readonly faults: unknown[] }> {
    const seen: SeenFiles = new Map();
    const whole: IncomingFile[] = [];
    const { files, faults } = await this.#listIncoming();
    for (const file of files) {
      const before = this.#seen.get(file.path);
      const sinceMs = before?.state === file.state ? before.sinceMs : now.getTime();
      seen.set(file.path, { state: file.state, sinceMs });
      if (now.getTime() - sinceMs >= this.settleMs) whole.push(file);
    }
    this.#seen = seen;
    return { files: whole, faults };
  }

  async optionsOf({ group }: IncomingFile): Promise<FolderOptions> {
    const path = join(this.folder, 'incoming', group ?? '', OPTIONS_NAME);
    try {
      const given = LaxOptions.parse(JSON.parse(await readFile(path, 'utf8')));
      const unknown = Object.keys(given).find((name) => !(name in FileOptions.shape));
      if (unknown !== undefined) return { reason: `${OPTIONS_NAME}: there is no option ${unknown}.` };
      const parsed = FileOptions.safeParse(given);
      if (parsed.success) return { options: parsed.data };
      const [issue] = parsed.error.issues;
      return { reason: `${OPTIONS_NAME}: ${issue!.path.join('.')} ${issue!.message}.` };
    } catch (error) {
      if (isMissing(error)) return { options: FileOptions.parse({}) };
      return { reason: `${OPTIONS_NAME} must be an object of options in JSON.` };
    }
  }

  /**
   * Moves a file to the taken ones. Returns whether it was still there, and its name with this number is free: a database that was restored, or is
   * new, gives numbers again.
   */
  async take({ path, name }: IncomingFile, id: number): Promise<boolean> {
    for (const folder of ['importing', 'done', 'failed']) if (await exists(join(this.folder, folder, takenName(id, name)))) return false;
    return moved(path, this.pathOf(id, name));
  }

  pathOf(id: number, name: string): string {
    return join(this.folder, 'importing', takenName(id, name));
  }

  /** The taken files. */
  listTaken(): Promise<NumberedFile[]> {
    return listNumbered(join(this.folder, 'importing'));
  }

  /** Moves a taken file that belongs to no import to those that failed, with the reason beside it. Nothing is overwritten. */
  async giveUp({ fileName }: NumberedFile, reason: string): Promise<void> {
    const target = join(this.folder, 'failed', fileName);
    if (!(await exists(target)) && (await moved(join(this.folder, 'importing', fileName), target)))
      await writeFile(`${target}.rejects.csv`, rejectsToCsv([], reason));
  }

  /** Moves a taken file to those that ended so, with its rejected lines, as CSV, beside it. */
  async close(id: number, name: string, end: 'done' | 'failed', rejectsCsv: string | null): Promise<void> {
    const target = join(this.folder, end, takenName(id, name));
    if (rejectsCsv !== null) await writeFile(`${target}.rejects.csv`, rejectsCsv);
    await moved(this.pathOf(id, name), target);
  }

  async #listIncoming(): Promise<{ readonly files: (IncomingFile & { readonly state: string })[]; readonly faults: unknown[] }> {
    const incoming = join(this.folder, 'incoming');
    const entries = await readdir(incoming, { withFileTypes: true });
    const faults: unknown[] = [];
    const groups = entries.filter((entry) => entry.isDirectory() && !UNFINISHED_NAME.test(entry.name)).map(({ name }) => name);
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ group: null as string | null, path: join(incoming, name) }));
    for (const group of groups) {
      const inside = await readdir(join(incoming, group), { withFileTypes: true }).catch((error: unknown) => {
        faults.push(isDamaged(group) ? notUtf8(join(incoming, group)) : error);
        return [];
      });
      for (const entry of inside) if (entry.isFile()) paths.push({ group, path: join(incoming, group, entry.name) });
    }
    const files = [];
    for (const { group, path } of paths) {
      const name = basename(path);
      if (UNFINISHED_NAME.test(name) || name === OPTIONS_NAME) continue;
      const stats = await lstat(path).catch(() => null);
      if (stats === null && isDamaged(name)) faults.push(notUtf8(path));
      if (stats?.isFile()) files.push({ path, name, group, bytes: stats.size, state: `${stats.size} ${stats.mtimeMs} ${stats.ino}` });
    }
    return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), faults };
  }
}

/** The files in a folder whose names begin with a number. */
export async function listNumbered(folder: string): Promise<NumberedFile[]> {
  const names = await readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error as Error)));
  return names.flatMap((fileName) => (/^[1-9]\d{0,8}(?=-|$)/.exec(fileName) ?? []).map((number) => ({ id: Number(number), fileName })));
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => (isMissing(error) ? false : Promise.reject(error as Error)),
  );

/** Moves a file within its disk. Returns whether it was there. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
