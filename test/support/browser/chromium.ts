import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const cacheFolder = join(process.cwd(), 'node_modules', '.cache', 'corklight');
const { devDependencies } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};
/** How long a page may take to show what a test waits for. Generous, because machines that run tests are often busy. */
export const PAGE_TIMEOUT_MS = 120_000;

const chromiumVersion = devDependencies['@sparticuz/chromium'];
const chromiumArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  // No spare processes for pages that may come: each site still has its own.
  '--renderer-process-limit=1',
];

/** The folder with the packaged Chromium, unpacked once and renamed into place, so that parallel runs don't interfere. */
async function unpackChromium(): Promise<string> {
  const folder = join(cacheFolder, `chromium-${chromiumVersion}`);
  if (existsSync(folder)) return folder;
  const temporaryFolder = join(cacheFolder, `unpacking-${randomBytes(6).toString('hex')}`);
  await mkdir(temporaryFolder, { recursive: true });
  // The package unpacks into the system's temporary folder, which users share; this process gets its own.
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.mjs')], {
    env: { ...process.env, TMPDIR: temporaryFolder },
  });
  await rename(temporaryFolder, folder).catch(() => rm(temporaryFolder, { recursive: true, force: true }));
  return folder;
}

/** Chromium's fonts: only those of the package, in its own folder. Without fonts it crashes. */
async function writeFontConfig(folder: string): Promise<string> {
  const settings = join(folder, 'font-settings');
  await mkdir(settings, { recursive: true });
  const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const list = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
  <dir>${escaped(join(folder, 'fonts'))}</dir><cachedir>${escaped(join(settings, 'cache'))}</cachedir></fontconfig>\n`;
  await writeFile(join(settings, 'fonts.conf'), list);
  return settings;
}

async function launchBundledChromium(args: string[]): Promise<Browser> {
  const folder = await unpackChromium();
  const executablePath = join(folder, 'chromium');
  const env = { ...process.env, FONTCONFIG_PATH: process.env['FONTCONFIG_PATH'] ?? (await writeFontConfig(folder)) } as Record<
    string,
    string
  >;
  try {
    return await chromium.launch({ executablePath, args, env, headless: true });
  } catch (error) {
    // A minimal system lacks libnss3 and related libraries; the package includes them.
    const libraries = join(folder, 'al2023', 'lib');
    if (!/shared librar/.test(String(error)) || !existsSync(libraries)) throw error;
    return chromium.launch({ executablePath, args, env: { ...env, LD_LIBRARY_PATH: libraries }, headless: true });
  }
}

/** Why browser tests are skipped here; null if they run. */
export const noBrowserReason: string | null =
  process.env['CHROMIUM_PATH'] || (process.platform === 'linux' && process.arch === 'x64')
    ? null
    : `no Chromium comes with the packages for ${process.platform} ${process.arch}: set CHROMIUM_PATH to run the browser tests`;

/** Starts a real Chromium, with more arguments if given: the one in CHROMIUM_PATH, otherwise the packaged one. */
export const launchBrowser = (moreArgs: readonly string[] = []): Promise<Browser> => {
  const args = [...chromiumArgs, ...moreArgs];
  const executablePath = process.env['CHROMIUM_PATH'];
  return executablePath ? chromium.launch({ executablePath, args, headless: true }) : launchBundledChromium(args);
};
