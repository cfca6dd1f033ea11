import { z } from 'zod';
import { ownName, RecoveryCodes } from '#domain/auth/account/contract';
import type { Output } from '#domain/endpoint';

/** Bytes as browsers send them. */
const bytes = (maxLength: number) =>
  z
    .string('must be text')
    .max(maxLength, 'is too long')
    .regex(/^[\w-]+$/, 'must be base64url');
const credentialId = bytes(1_400);
/** What else a browser writes is ignored. */
const credentialOf = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: credentialId, rawId: credentialId, type: z.literal('public-key'), response });

const clientDataJSON = bytes(4_000).describe('What the browser signed: type, challenge, and origin.');

/** What `navigator.credentials.create` returned, as JSON. */
export const CreatedCredential = credentialOf(
  z.object({
    clientDataJSON,
    attestationObject: bytes(8_000),
    transports: z.array(z.string('must be text').max(20, 'is too long')).max(10, 'has too many').default([]),
  }),
);
export type CreatedCredential = z.infer<typeof CreatedCredential>;

/** What `navigator.credentials.get` returned, as JSON. */
export const SignedCredential = credentialOf(
  z.object({ clientDataJSON, authenticatorData: bytes(4_000), signature: bytes(4_000), userHandle: bytes(200).optional() }),
);
export type SignedCredential = z.infer<typeof SignedCredential>;

export const NewPasskey = z.strictObject({
  name: ownName,
  credential: CreatedCredential,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyAnswer = z.strictObject({ credential: SignedCredential });

/** The id of a passkey, in a path. */
export const PasskeyId = z.uuid('must be the id of a passkey').describe('The `id` of a passkey.');

export const PasskeyOptions = z
  .object({ options: z.record(z.string(), z.unknown()).describe('For `navigator.credentials`, as JSON.') })
  .meta({ id: 'PasskeyOptions', description: 'A challenge for this browser, which counts once and for five minutes.' });
export type PasskeyOptions = Output<typeof PasskeyOptions>;

export const PasskeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    added_at: z.iso.datetime(),
    used_at: z.iso.datetime().nullable().describe('Null until it has signed in.'),
  })
  .meta({ id: 'Passkey', description: 'A passkey of yours.' });
export type PasskeyView = Output<typeof PasskeyView>;

export const AddedPasskey = z
  .object({ passkey: PasskeyView, ...RecoveryCodes.shape })
  .meta({ id: 'AddedPasskey', description: 'The passkey, and recovery codes if you had no second factor before; else none.' });
export type AddedPasskey = Output<typeof AddedPasskey>;
