import type { Secrets } from '#domain/secrets';

const STEP_MS = 30_000;
/** How many recovery codes there are at a time. */
const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 16;

/** The time step of RFC 6238 that an instant is in. */
export const timeStepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The steps whose codes are accepted: the present one and its neighbors, for clocks that are off by half a minute, later than the last accepted. */
export const acceptedSteps = (now: Date, lastStep: number | null): readonly number[] =>
  [0, -1, 1].map((offset) => timeStepAt(now) + offset).filter((step) => lastStep === null || step > lastStep);

/** A typed code without spaces and hyphens, in capitals. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Whether a normalized code is one of an authenticator app; any other is taken for a recovery code. */
export const isTimeCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A recovery code of 80 bits from a random key in base32: its normalized form, and how it is shown (`ABCD-EFGH-…`). */
export function recoveryCodeOf(key: string): { readonly normalized: string; readonly shown: string } {
  const normalized = key.slice(0, RECOVERY_CODE_LENGTH);
  return { normalized, shown: normalized.replace(/(.{4})(?=.)/g, '$1-') };
}

/** Creates recovery codes: as they are shown, and the hashes that are stored. */
export function createRecoveryCodes(secrets: Pick<Secrets, 'createKey' | 'hash'>) {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => recoveryCodeOf(secrets.createKey()));
  return { shown: codes.map(({ shown }) => shown), hashes: codes.map(({ normalized }) => secrets.hash(normalized)) };
}

/** The address that authenticator apps read from a QR code. */
export const keyUri = (brand: string, email: string, key: string): string =>
  `otpauth://totp/${encodeURIComponent(brand)}:${encodeURIComponent(email)}?secret=${key}&issuer=${encodeURIComponent(brand)}`;
