import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import { newerRelease } from '#domain/operations/releases';
import { type Config, isSandboxAllowed, VERSION } from '#server/config/config';
import { discoverProvider } from '#server/auth/single-sign-on/openid/provider';
import { fetchFailure } from '#server/http/capped-fetch';
import { broken, doubtful, type Finding, good } from '#server/operations/doctor/finding';
import { readReleaseFeed } from '#server/operations/releases/read-release-feed';

const TIMEOUT_MS = 10 * SECOND_MS;

/** Signs in at the mail server, and sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const { SMTP_URL } = config;
  if (SMTP_URL === undefined) {
    return isSandboxAllowed(config)
      ? good('Mail', 'captured at /dev/mail')
      : broken('Mail', 'no email is sent', 'Set SMTP_URL and MAIL_FROM.');
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: SMTP_URL, ...timeouts });
  const { host } = new URL(SMTP_URL);
  try {
    await transport.verify();
    return good('Mail', `${host} accepts our sign-in`);
  } catch (error) {
    return broken('Mail', `${host} does not: ${(error as Error).message}`, 'Check SMTP_URL, and that this machine may reach it.');
  } finally {
    transport.close();
  }
}

/** Asks for our own health through the public address, as visitors reach it. */
export async function checkPublicUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Promise<Finding> {
  if (PUBLIC_URL === undefined) return good('Public URL', 'none: the site is for this machine');
  const subject = 'Public URL';
  const fix = 'Start the server, and check the DNS, the proxy, and its certificate.';
  try {
    const response = await fetch(new URL('/healthz', PUBLIC_URL), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const isOurs = response.status === 200 && text.includes('"status":"ok"');
    return isOurs
      ? good(subject, `${PUBLIC_URL} answers`)
      : doubtful(subject, `${PUBLIC_URL} answers ${response.status}, not as Corklight does`, fix);
  } catch (error) {
    return doubtful(subject, `${PUBLIC_URL} does not answer: ${fetchFailure(error)}`, fix);
  }
}

/** Programs that renew certificates do so a month before the end: with less than this, one has failed to. */
const RENEWED_BEFORE_DAYS = 14;

/** What browsers find of a certificate: its last moment, and why they do not trust it; null if they do. */
interface ServedCertificate {
  readonly validTo: Date;
  readonly distrust: string | null;
}

/** Judges a certificate by what browsers find. */
export function judgeCertificate({ validTo, distrust }: ServedCertificate, now: Date): Finding {
  const fix = 'Renew the certificate of the proxy, and check what renews it.';
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const end = validTo.toISOString().slice(0, 10);
  if (days < 0) return doubtful('Certificate', `expired on ${end}`, fix);
  if (distrust !== null)
    return doubtful('Certificate', `browsers do not trust it: ${distrust}`, 'Give the proxy a certificate for this host name.');
  if (days < RENEWED_BEFORE_DAYS) return doubtful('Certificate', `expires on ${end}`, fix);
  return good('Certificate', `valid until ${end}`);
}

/** Reads the certificate of the public address as browsers get it. Returns null where nothing serves one; `checkPublicUrl` says why. */
export async function readCertificate(publicUrl: string): Promise<ServedCertificate | null> {
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port) || 443,
    ...(isIP(host) > 0 ? {} : { servername: host }),
    // Nothing is sent: it is read even where it is not trusted.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { authorizationError } = socket;
    return { validTo: new Date(socket.getPeerCertificate().valid_to), distrust: authorizationError ? String(authorizationError) : null };
  } catch {
    return null;
  } finally {
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

/** One line about the certificate of an https site. */
export async function checkCertificate({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Promise<readonly Finding[]> {
  const certificate = PUBLIC_URL?.startsWith('https:') ? await readCertificate(PUBLIC_URL) : null;
  return certificate === null ? [] : [judgeCertificate(certificate, new Date())];
}

/** Asks the feed of releases, if the operator has set one, for a newer one. */
export async function checkReleases({ RELEASE_FEED_URL: url }: Pick<Config, 'RELEASE_FEED_URL'>): Promise<readonly Finding[]> {
  if (url === undefined) return [];
  try {
    const newer = newerRelease(VERSION, await readReleaseFeed(url));
    if (newer === null) return [good('Release', `${VERSION}, none is newer`)];
    const notes = newer.url === null ? 'Read its CHANGELOG.md' : `Read ${newer.url}`;
    return [doubtful('Release', `${VERSION}, ${newer.version} is out`, `${notes}, then docs/upgrading.md.`)];
  } catch (error) {
    return [doubtful('Release', `the feed of releases cannot be read: ${fetchFailure(error)}`, 'Check RELEASE_FEED_URL.')];
  }
}

/** Asks the OpenID provider, if the site has one, what it supports. */
export async function checkSingleSignOn(config: Config): Promise<readonly Finding[]> {
  const { OIDC_ISSUER } = config;
  if (OIDC_ISSUER === undefined) return [];
  try {
    await discoverProvider(config);
    return [good('Single sign-on', `${OIDC_ISSUER} answers`)];
  } catch (error) {
    const message = `${OIDC_ISSUER} does not answer: ${(error as Error).message}`;
    return [broken('Single sign-on', message, 'Check OIDC_ISSUER, and that this machine may reach it.')];
  }
}
