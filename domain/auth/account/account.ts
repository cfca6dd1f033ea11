/** An account with the fields that signing in needs. */
export interface Account {
  readonly id: string;
  /** Normalized. */
  readonly email: string;
  /** Null until a password is chosen. */
  readonly password_hash: string | null;
  readonly role_id: number;
  readonly is_confirmed: boolean;
}
