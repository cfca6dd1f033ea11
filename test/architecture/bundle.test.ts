import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readScreenChunks } from '#server/pages/serve-client';

const clientFolder = join(process.cwd(), 'dist', 'client');
const gzippedBytes = (path: string) => gzipSync(readFileSync(join(clientFolder, path)), { level: 9 }).length;

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** A chunk and its static imports. */
function reachableChunks(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.add(name);
  for (const more of chunk.imports ?? []) reachableChunks(more, seen);
  return seen;
}

const chunkName = (name: string) => Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? '';
const tagsOf = readScreenChunks(clientFolder, readFileSync(join(clientFolder, 'index.html'), 'utf8'));

/** The scripts that the page of `/` names, with their static imports: the app and the home screen. */
const entryName = chunkName('app');
const initialChunks = [...reachableChunks(chunkName('home-route'), reachableChunks(entryName))].flatMap((name) => manifest[name] ?? []);
const largeChunks = Object.values(manifest).filter((chunk) => gzippedBytes(chunk.file) > 100 * 1024);

describe('the client bundle', () => {
  it('contains no secret and no name of a secret setting', () => {
    const secret =
      /SECRET_KEY|TOKEN_KEYS|APP_SECRET|API_KEY|WEBHOOK_SECRETS|SMTP_URL|DATABASE_URL|process\.env|pdl_(live|sdbx)_apikey|pdl_ntfset|postgres(ql)?:\/\/|smtps?:\/\/|-----BEGIN|argon2/;
    const files = readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(js|css|html|json|svg|txt|map)$/.test(path),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    const found = files.map((path) => [path, secret.exec(readFileSync(join(clientFolder, path), 'utf8'))?.[0]]);
    expect(found.filter(([, name]) => name !== undefined)).toEqual([]);
  });
});

describe('the screens that people enter by', () => {
  it.each([
    ['home', /\/home-route-/],
    ['boards', /\/list-screen-/],
    ['pins', /\/list-screen-/],
    ['pinners', /\/list-screen-/],
    ['board', /\/board-screen-/],
    ['pinner', /\/pinner-screen-/],
    ['pin', /\/pin-screen-/],
    ['keywords', /\/keywords-/],
    ['keyword', /\/keywords-/],
    ['compare', /\/compare-screen-/],
    ['dashboard', /\/today-/],
    ['watchlists', /\/today-/],
  ] as const)('%s load their own code with the page', (screen, file) => {
    expect(tagsOf(screen)).toMatch(file);
  });

  it('are the only ones: others load theirs later', () => {
    expect([tagsOf('premium'), tagsOf(null)]).toEqual(['', '']);
  });
});

describe('the first load', () => {
  it('has at most 95,000 bytes of scripts with the home screen', () => {
    const page = readFileSync(join(clientFolder, 'index.html'), 'utf8') + tagsOf('home');
    const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
    expect(new Set(named)).toEqual(new Set(initialChunks.map(({ file }) => file)));
    expect(initialChunks.reduce((sum, chunk) => sum + gzippedBytes(chunk.file), 0)).toBeLessThanOrEqual(95_000);
  });

  it('has at most 20 KB of HTML and CSS: one style sheet for all screens', () => {
    const styles = readdirSync(join(clientFolder, 'assets')).filter((file) => file.endsWith('.css'));
    expect(styles).toHaveLength(1);
    expect(gzippedBytes('index.html') + gzippedBytes(`assets/${styles[0]}`)).toBeLessThanOrEqual(20 * 1024);
  });

  it('has no charts, which are one chunk of at most 165 KB', () => {
    expect(largeChunks).toHaveLength(1);
    expect(initialChunks).not.toContain(largeChunks[0]);
    expect(gzippedBytes(largeChunks[0]?.file ?? '')).toBeLessThanOrEqual(165 * 1024);
  });

  it('leaves other screens to chunks of at most 15 KB, and the payment provider to a chunk that no screen imports statically', () => {
    const screens = [...new Set(initialChunks.flatMap((chunk) => chunk.dynamicImports ?? []))];
    expect(screens.length).toBeGreaterThan(15);
    const large = screens.map((name) => [name, gzippedBytes(manifest[name]?.file ?? '')] as const).filter(([, size]) => size > 15 * 1024);
    expect(large).toEqual([]);
    const provider = Object.keys(manifest).find((name) => name.endsWith('subscriptions/paddle.ts')) ?? '';
    expect(manifest[provider]).toBeDefined();
    for (const name of [entryName, ...screens]) expect([name, reachableChunks(name).has(provider)]).toEqual([name, false]);
  });

  it('has no development page', () => {
    expect(Object.keys(manifest).filter((name) => name.includes('src/dev/'))).toEqual([]);
  });

  it('links to our own origin only', () => {
    const page = readFileSync(join(clientFolder, 'index.html'), 'utf8');
    expect(page.match(/(?:src|href)="(?!\/)[^"#]/g)).toBeNull();
    expect(readdirSync(clientFolder)).toContain('favicon.svg');
  });
});
