import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SettingTexts } from '#server/config/config';

/** What the doctor sees of the machine that it runs on. */
export interface Machine {
  readonly environment: SettingTexts;
  readonly nodeVersion: string;
  /** Free space of the disk that holds the folder, or will hold it. */
  readonly freeBytesAt: (folder: string) => Promise<number>;
}

/** The nearest folder of a path that exists. */
const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)));

export const thisMachine: Machine = {
  environment: process.env,
  nodeVersion: process.versions.node,
  freeBytesAt: async (folder) => {
    const { bavail, bsize } = await statfs(existingFolder(folder));
    return bavail * bsize;
  },
};
