import { DAY_MS } from '#domain/durations';
import type { Permission } from '#domain/linked-accounts/platform';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { Permissions } from '#server/linked-accounts/typeorm/permissions';
import { TokenCipher } from '#server/secrets/token-cipher';
import { emailBranding, type TypeormDatabase } from './typeorm-database';

export const now = new Date('2026-11-21T12:00:00Z');
export const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);

/** A permission whose tokens expire after the given days. */
export const permissionFor = (name: string, accessDays = 30, refreshDays: number | null = 60): Permission => ({
  tokens: {
    access: `pina_${name}`,
    access_expires_at: daysFromNow(accessDays),
    refresh: refreshDays === null ? null : `pinr_${name}`,
    refresh_expires_at: refreshDays === null ? null : daysFromNow(refreshDays),
  },
  scopes: [],
  profile: { external_id: `id-${name}`, username: name, profile_image: null, pin_count: 3, website_url: null },
});

/** The encryption of a server that has this key alone. */
export const encryptionWith = (keyNumber: number) =>
  new TokenEncryption(
    new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([[`k${keyNumber}`, Buffer.alloc(32, keyNumber)]]) }),
  );

/** The stores of linked accounts of a server with this key. */
export function linkedAccountStores({ dataSource, jobDataSource, postgres }: TypeormDatabase, keyNumber = 1) {
  const encryption = encryptionWith(keyNumber);
  return {
    accounts: new LinkedAccounts(dataSource, encryption),
    permissions: new Permissions(jobDataSource, postgres, encryption, emailBranding),
  };
}
