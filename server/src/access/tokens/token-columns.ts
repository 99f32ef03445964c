/** Common columns of the tokens for agents, module teams and identity providers. */
export interface TokenColumns {
  id: string;
  name: string;
  token_hash: Buffer;
  /** The first characters, which identify the token in lists and commands. */
  prefix: string;
  issued_at: Date;
  issued_by: string;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Null for a token that doesn't expire. */
  expires_at: Date | null;
  /** The first refusal after it expired. Null: none yet. */
  refused_at: Date | null;
}
