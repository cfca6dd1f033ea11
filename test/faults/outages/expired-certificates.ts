import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '#server/database/embedded-postgres';
import { type Certificate, makeCertificates, servePostgresCertificate, whyNoCertificates } from '../../support/servers/certificates.js';
import { withClient } from '../database/postgres-processes.js';
import { type Fault, underLoad } from '../database/under-load.js';
import type { Report, Scenario } from '../scenario.js';
import { doctor, outputOfServer, type Site, type SiteSource } from '../site.js';

const DAYS_LEFT = 5;

/** A proxy that ends TLS in front of a site, as nginx does. */
async function startProxy({ client }: Site, { key, cert }: Certificate) {
  const proxy = createServer({ key, cert }, ({ method, url, headers }, response) => {
    const passed = httpRequest({ port: client.port, host: '127.0.0.1', method, path: url, headers }, (found) => {
      response.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(response);
    });
    passed.once('error', () => response.writeHead(502).end()).end();
  }).listen(0, 'localhost');
  await once(proxy, 'listening');
  return proxy;
}

/** The status of a page for someone who accepts any certificate. */
async function statusOf(port: number): Promise<number> {
  const sent = httpsRequest({ host: 'localhost', port, path: '/api/pins', rejectUnauthorized: false, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode ?? 0;
}

/** The certificate of the proxy is about to expire, then expires, and is renewed. */
const proxyExpires =
  (certificates: readonly Certificate[], missed: string[]): Fault =>
  async (site) => {
    const [soon, expired, renewed] = certificates as [Certificate, Certificate, Certificate];
    const proxy = await startProxy(site, soon);
    const { port } = proxy.address() as AddressInfo;
    const checkDoctor = async ({ authorityFile }: Certificate, line: string) => {
      const PUBLIC_URL = `https://localhost:${port}`;
      const settings = {
        DATABASE_URL: site.source.databaseUrl,
        DATA_DIR: site.source.dataFolder,
        PUBLIC_URL,
        NODE_EXTRA_CA_CERTS: authorityFile,
      };
      const said = await doctor(site.source.checkout, settings);
      if (!said.includes(line)) missed.push(`the doctor does not say “${line}”: ${said}`);
    };
    await checkDoctor(soon, `! Certificate       expires on ${soon.lastDay}`);
    proxy.setSecureContext(expired);
    await checkDoctor(expired, `! Certificate       expired on ${expired.lastDay}`);
    const status = await statusOf(port);
    if (status !== 200) missed.push(`the site answers ${status} behind the expired certificate`);
    return async () => {
      proxy.setSecureContext(renewed);
      await checkDoctor(renewed, `✔ Certificate       valid until ${renewed.lastDay}`);
      proxy.close();
    };
  };

/** Starts a server on a Postgres with this certificate, and returns what it printed. */
const startOn = (source: SiteSource, certificate: Certificate): Promise<string> =>
  withClient(source.databaseUrl, async (admin) => {
    await servePostgresCertificate({ admin, url: source.databaseUrl, folder: source.postgresFolder }, certificate);
    try {
      const databaseUrl = `${source.databaseUrl}?sslmode=verify-full&sslrootcert=${certificate.authorityFile}`;
      return await outputOfServer({ ...source, databaseUrl }, await freePort());
    } finally {
      await admin.query('alter system reset all');
      await admin.query('select pg_reload_conf()');
    }
  });

async function run(site: Site): Promise<Report> {
  const certificates = await makeCertificates(join(site.source.dataFolder, 'certificates'), [
    { daysLeft: DAYS_LEFT },
    { daysLeft: -1 },
    { daysLeft: 60 },
  ]);
  const missed: string[] = [];
  const report = await underLoad(site, 'expired certificate', proxyExpires(certificates, missed), { readsContinue: true });
  const [, expired] = certificates as [Certificate, Certificate];
  const said = (await startOn(site.source, expired)).trim();
  const hasLine = said.split('\n').some((line) => line.includes('DATABASE_URL') && line.includes(`expired on ${expired.lastDay}`));
  if (!hasLine) missed.push(`a start on a Postgres with an expired certificate says: ${said}`);
  return { ...report, missedBars: [...report.missedBars, ...missed] };
}

/** The certificate of the proxy, and that of Postgres, have expired. */
export const expiredCertificates: Scenario = { name: 'expired certificates', group: 'faults', skipReason: whyNoCertificates, run };
