import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = join(process.cwd(), 'dist', 'client');
const gz = (path: string) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** A chunk and all it loads at once. */
function loaded(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.add(name);
  for (const more of chunk.imports ?? []) loaded(more, seen);
  return seen;
}

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
const first = [...loaded(entry)].flatMap((name) => manifest[name] ?? []);
const chart = Object.values(manifest).filter((chunk) => gz(chunk.file) > 100 * 1024);

describe('what the browser can have', () => {
  it('T60 holds no secret, and no name of a setting that is one', () => {
    const secret =
      /SECRET_KEY|TOKEN_KEYS|APP_SECRET|API_KEY|WEBHOOK_SECRETS|SMTP_URL|DATABASE_URL|process\.env|pdl_(live|sdbx)_apikey|pdl_ntfset|postgres(ql)?:\/\/|smtps?:\/\/|-----BEGIN|argon2/;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(js|css|html|json|svg|txt|map)$/.test(path),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    const found = files.map((path) => [path, secret.exec(readFileSync(join(folder, path), 'utf8'))?.[0]]);
    expect(found.filter(([, name]) => name !== undefined)).toEqual([]);
  });
});

describe('what the browser loads first', () => {
  it('is at most 95 KB of JavaScript', () => {
    expect(first.reduce((sum, chunk) => sum + gz(chunk.file), 0)).toBeLessThanOrEqual(95 * 1024);
  });

  it('is at most 16 KB of page and style', () => {
    const styles = [...new Set(first.flatMap((chunk) => chunk.css ?? []))];
    expect(gz('index.html') + styles.reduce((sum, path) => sum + gz(path), 0)).toBeLessThanOrEqual(16 * 1024);
  });

  it('has no charts in it: they are a chunk of their own of at most 165 KB', () => {
    expect(chart).toHaveLength(1);
    expect(first).not.toContain(chart[0]);
    expect(gz(chart[0]?.file ?? '')).toBeLessThanOrEqual(165 * 1024);
  });

  it('leaves every other screen to a chunk of at most 15 KB, and the payment partner to one that no screen loads at once', () => {
    const screens = manifest[entry]?.dynamicImports ?? [];
    expect(screens.length).toBeGreaterThan(15);
    const large = screens.map((name) => [name, gz(manifest[name]?.file ?? '')] as const).filter(([, size]) => size > 15 * 1024);
    expect(large).toEqual([]);
    const partner = Object.keys(manifest).find((name) => name.endsWith('subscriptions/paddle.ts')) ?? '';
    expect(manifest[partner]).toBeDefined();
    for (const name of [entry, ...screens]) expect([name, loaded(name).has(partner)]).toEqual([name, false]);
  });

  it('names no address but our own', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page.match(/(?:src|href)="(?!\/)[^"#]/g)).toBeNull();
    expect(readdirSync(folder)).toContain('favicon.svg');
  });
});
