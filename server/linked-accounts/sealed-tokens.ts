import { Injectable } from '@nestjs/common';
import type { Tokens } from '#domain/linked-accounts/platform';
import { TokenBox } from '#server/secrets/token-box';

/** Whose tokens: what they are bound to. */
export interface TokensOwner {
  readonly user_id: string;
  readonly platform: string;
  readonly external_id: string;
}

/** Tokens as they are stored. */
export interface SealedPair {
  readonly access_token: Buffer;
  readonly refresh_token: Buffer | null;
  readonly key_id: string;
}

/** A stored permission. */
export type SealedRow = TokensOwner & SealedPair & Pick<Tokens, 'access_expires_at' | 'refresh_expires_at'>;

const belonging = ({ user_id, platform, external_id }: TokensOwner, kind: 'access' | 'refresh') =>
  JSON.stringify([user_id, platform, external_id, kind]);

/** Tokens on their way into the database and out of it; a row's tokens open in that row alone. */
@Injectable()
export class SealedTokens {
  constructor(private readonly box: TokenBox) {}

  seal(owner: TokensOwner, { access, refresh }: Pick<Tokens, 'access' | 'refresh'>): SealedPair {
    return {
      access_token: this.box.seal(access, belonging(owner, 'access')),
      refresh_token: refresh === null ? null : this.box.seal(refresh, belonging(owner, 'refresh')),
      key_id: this.box.keyId,
    };
  }

  /** Throws `Unopenable` when the key is missing or the row was changed. */
  open(row: SealedRow): Tokens {
    const { access_expires_at, refresh_expires_at } = row;
    const refresh = row.refresh_token && this.box.open(row.refresh_token, row.key_id, belonging(row, 'refresh'));
    return { access: this.access(row), access_expires_at, refresh, refresh_expires_at };
  }

  access(row: TokensOwner & Pick<SealedPair, 'access_token' | 'key_id'>): string {
    return this.box.open(row.access_token, row.key_id, belonging(row, 'access'));
  }
}
