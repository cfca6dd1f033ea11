import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { judgeCertificate, readCertificate } from '#server/operations/doctor/outside-checks';
import { localhostCertificate } from '../../../support/servers/certificates';

describe('the certificate of the public address', () => {
  it.each([
    ['2026-12-24T12:00:00Z', null, 'good', 'valid until 2026-12-24'],
    ['2026-12-04T12:00:00Z', null, 'doubtful', 'expires on 2026-12-04'],
    ['2026-11-23T12:00:00Z', 'CERT_HAS_EXPIRED', 'doubtful', 'expired on 2026-11-23'],
    ['2026-12-24T12:00:00Z', 'SELF_SIGNED_CERT_IN_CHAIN', 'doubtful', 'browsers do not trust it: SELF_SIGNED_CERT_IN_CHAIN'],
  ])('that ends at %s and is distrusted for %s is %s: %s', (end, distrust, state, message) => {
    const now = new Date('2026-11-24T12:00:00Z');
    expect(judgeCertificate({ validTo: new Date(end), distrust }, now)).toMatchObject({ state, message });
  });

  it('is read as it is served, also where it is not trusted', async () => {
    const server = createServer(localhostCertificate).listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const certificate = await readCertificate(`https://localhost:${port}`);
    expect(certificate?.validTo.getUTCFullYear()).toBe(2126);
    expect(certificate?.distrust).toContain('SELF_SIGNED');
    await new Promise((resolve) => server.close(resolve));
    expect(await readCertificate(`https://localhost:${port}`)).toBeNull();
  });
});
