import { z } from 'zod';
import type { Output } from '#domain/endpoint';

export const OwnerCheckStatus = z
  .object({
    is_checked: z.boolean().describe('True for five minutes after a check in this session.'),
    has_password: z.boolean().describe('Whether the password can be given.'),
    has_sign_in_link: z.boolean().describe('Whether a fresh single sign-on can be used, where the site has it.'),
    has_passkey: z.boolean().describe('Whether a passkey can be used.'),
  })
  .meta({ id: 'OwnerCheckStatus', description: 'How you can show that this session is yours.' });
export type OwnerCheckStatus = Output<typeof OwnerCheckStatus>;
