/** An account as sign-in needs it. */
export interface Account {
  readonly id: string;
  /** In its one spelling. */
  readonly email: string;
  /** Null while none was chosen. */
  readonly password_hash: string | null;
  readonly role_id: number;
  readonly is_confirmed: boolean;
}
