import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ComposeSite, noComposeReason } from '../support/process/compose-site';

if (noComposeReason !== null) console.warn(`docker/compose.yaml is not read: ${noComposeReason}.`);

/** The services of each profile, beside the server and its database, and the files that they read. */
const profiles = {
  mail: { services: ['mail'], files: [] },
  metrics: {
    services: ['prometheus', 'grafana'],
    files: ['prometheus.yml', 'datasource.yaml', 'dashboards.yaml', 'grafana-dashboard.json'],
  },
  replicas: { services: ['app2', 'balancer'], files: ['nginx.conf'] },
  tls: { services: ['caddy'], files: ['Caddyfile'] },
};

(noComposeReason === null ? describe : describe.skip)('docker/compose.yaml', () => {
  let site: ComposeSite;
  beforeAll(async () => void (site = await ComposeSite.prepare({ POSTGRES_PASSWORD: 'p@ss:/?#[]%20&"w\\ö' })));
  afterAll(() => site.remove());

  it.each(Object.entries(profiles))('has the services of the profile %s, with files that exist', async (profile, { services, files }) => {
    const found = (await site.run(['--profile', profile, 'config', '--services'])).trim().split('\n');
    expect(found).toEqual(expect.arrayContaining(['app', 'db', ...services]));
    // A line of its own in the plugin, and before a colon in the program.
    const sources = (await site.run(['--profile', profile, 'config'])).matchAll(/(?:^\s+source:| -) (\/.+?)(?::\/.*)?$/gm);
    const mounted = [...sources].map(([, path = '']) => path).filter((path) => path.startsWith(site.folder));
    expect(mounted.map((path) => basename(path))).toEqual(expect.arrayContaining(files));
    expect(mounted.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each([
    ['balancer', 'replicas', ['app', 'app2']],
    ['caddy', 'tls', ['app']],
  ])('starts the proxy %s when the servers behind it are healthy', async (proxy, profile, servers) => {
    const config = await site.run(['--profile', profile, 'config']);
    const service = new RegExp(`^ {2}${proxy}:\\n(?: {4}.*\\n)+`, 'm').exec(config)?.[0] ?? '';
    const healthy = [...service.matchAll(/^ {6}(\w+):\n {8}condition: service_healthy$/gm)].map(([, name]) => name);
    expect(healthy).toEqual(servers);
  });

  it('does not give up on a server while it migrates, or waits for one that does', () => {
    expect(readFileSync('docker/Dockerfile', 'utf8')).toMatch(/^HEALTHCHECK .*--start-period=30m /m);
  });

  it('names the password that is missing', async () => {
    const without = await ComposeSite.prepare({});
    expect(await without.try(['config'])).toMatchObject({ stderr: expect.stringContaining('set POSTGRES_PASSWORD in docker/.env') });
    await without.remove();
  });
});
