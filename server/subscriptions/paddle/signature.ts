import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds a notice may be old, or ahead of us, unless the settings say otherwise; a replay within them is stopped by its event id. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** `Paddle-Signature` as its parts; null when it is none. While a secret is replaced there are several `h1`. */
function parseSignatureHeader(header: string): { readonly ts: string; readonly signatures: readonly Buffer[] } | null {
  if (header.length > 1_000) return null;
  const timestamps: string[] = [];
  const signatures: Buffer[] = [];
  for (const part of header.split(';')) {
    const [, name, value = ''] = /^\s*(ts|h1)=([\da-f]+)\s*$/i.exec(part) ?? [];
    if (name === 'ts') timestamps.push(value);
    else if (name === 'h1' && value.length === 64) signatures.push(Buffer.from(value, 'hex'));
  }
  const [ts] = timestamps;
  return timestamps.length === 1 && ts !== undefined && /^\d{1,12}$/.test(ts) && signatures.length > 0 ? { ts, signatures } : null;
}

/** The HMAC-SHA256 over `ts:body`, as Paddle makes it. */
const hmac = (secret: string, ts: string, body: Uint8Array): Buffer => createHmac('sha256', secret).update(`${ts}:`).update(body).digest();

/** Was this body, byte for byte, signed with one of the secrets, and just now? */
export function isSignatureValid(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
  toleranceSeconds = DEFAULT_TOLERANCE_SECONDS,
): boolean {
  const parts = header === undefined ? null : parseSignatureHeader(header);
  if (!parts || Math.abs(now.getTime() / 1_000 - Number(parts.ts)) > toleranceSeconds) return false;
  const expected = secrets.map((secret) => hmac(secret, parts.ts, body));
  return parts.signatures.some((givenSignature) => expected.some((ourSignature) => timingSafeEqual(ourSignature, givenSignature)));
}

/** The header for a body of ours, as the sandbox's provider sends it. */
export function signBody(body: Uint8Array, secret: string, now: Date): string {
  const ts = String(Math.floor(now.getTime() / 1_000));
  return `ts=${ts};h1=${hmac(secret, ts, body).toString('hex')}`;
}
