/** The columns that tokens of agents, module teams and identity providers have in common. */
export interface TokenColumns {
  id: string;
  name: string;
  token_hash: Buffer;
  /** The first characters, by which lists and commands name the token. */
  prefix: string;
  issued_at: Date;
  issued_by: string;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Null for a token that doesn't expire. */
  expires_at: Date | null;
  /** The first refusal after it expired. */
  refused_at: Date | null;
}
