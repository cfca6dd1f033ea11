import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SECOND_MS } from '#domain/durations';

const TIMEOUT_MS = 5 * SECOND_MS;

/** The message by which a client of Postgres asks for TLS, and the byte of the server that agrees. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const AGREES = 'S';

/** The last day of the certificate that a Postgres serves; null if it could not be read. Nothing that is secret is sent. */
async function readLastDay(databaseUrl: string): Promise<string | null> {
  const { hostname, port } = new URL(databaseUrl);
  const socket = connect(Number(port) || 5432, hostname.replaceAll(/^\[|\]$/g, ''));
  socket.on('error', () => undefined);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    socket.write(TLS_REQUEST);
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    if (answer.toString() !== AGREES) return null;
    const encrypted = connectTls({ socket, rejectUnauthorized: false });
    await once(encrypted, 'secureConnect', { signal });
    encrypted.on('error', () => undefined);
    return new Date(encrypted.getPeerCertificate().valid_to).toISOString().slice(0, 10);
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

/** Codes of certificates that no authority vouches for that this machine or `sslrootcert` knows. */
const UNKNOWN_AUTHORITY = /^(UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|(DEPTH_ZERO_)?SELF_SIGNED_CERT)/;

/** Why the Postgres that a setting names cannot be used, as the end of a sentence about it, and what to do. */
export async function explainConnectionError(error: unknown, databaseUrl: string, setting = 'DATABASE_URL') {
  const { message, code } = error as NodeJS.ErrnoException;
  const lastDay = code === 'CERT_HAS_EXPIRED' ? await readLastDay(databaseUrl) : null;
  if (lastDay !== null)
    return { problem: `has a certificate that expired on ${lastDay}`, fix: `Renew it: ${setting} asks for a valid one.` };
  if (UNKNOWN_AUTHORITY.test(code ?? ''))
    return {
      problem: `has a certificate of an authority that is not trusted (${message})`,
      fix: `Name the file of its authority as sslrootcert in ${setting}.`,
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { problem: `has a certificate for another host (${message})`, fix: `Use a host in ${setting} that the certificate names.` };
  // The error of several addresses that refuse has no message; its code says enough.
  return { problem: `does not accept our connection: ${message || code}`, fix: `Check ${setting}, and that Postgres runs.` };
}
