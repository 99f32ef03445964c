/** Common parts of the tokens for agents, module teams and identity providers: secret, row and lookup. */
import { randomUUID } from 'node:crypto';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { TokenColumns } from './token-columns.js';
import { isOneLine, isVisible, NOT_ONE_LINE } from 'shared-api/contracts/accounts';
import { invalid, notFound } from '../../platform/errors/app-error.js';
import { hashToken, newToken } from './secrets.js';

/** Prefixes of tokens, so that secret scanners and commands recognize them. */
const starts = { agent: 'pcat_', deploy: 'pcdt_', provisioning: 'pcst_' } as const;
export type TokenKind = keyof typeof starts;

/** Number of displayed characters after the prefix. */
const SHOWN_CHARACTERS = 6;

/** How often the last use is written, in milliseconds. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000;

/** A token as lists and commands see it. */
export type IssuedToken = Omit<TokenColumns, 'token_hash' | 'refused_at'>;

export const tokenColumns = [
  'id',
  'name',
  'prefix',
  'issued_at',
  'issued_by',
  'used_at',
  'revoked_at',
  'expires_at',
] as const satisfies readonly (keyof IssuedToken)[];

/** What the audit log records of a token. */
export const describeToken = ({
  name,
  prefix,
  expires_at,
}: Pick<IssuedToken, 'name' | 'prefix' | 'expires_at'>): Pick<IssuedToken, 'name' | 'prefix' | 'expires_at'> => ({
  name,
  prefix,
  expires_at,
});

/**
 * @param nameMissing the message for an empty name
 * @returns the token, which cannot be read again, and its row
 * @throws AppError `invalid` without a name, or for one that a line of text can't display unchanged
 */
export function createToken(
  kind: TokenKind,
  { name, expiresAt, nameMissing }: { name: string; expiresAt: Date | null; nameMissing: string },
  { actor, now }: AuditContext,
): {
  token: string;
  row: Pick<TokenColumns, 'id' | 'name' | 'prefix' | 'token_hash' | 'issued_at' | 'issued_by' | 'expires_at'>;
} {
  if (!isVisible(name)) throw invalid(nameMissing, { name: 'Must not be empty' });
  if (!isOneLine(name)) throw invalid(`${NOT_ONE_LINE}.`, { name: NOT_ONE_LINE });
  const token = starts[kind] + newToken();
  const row = {
    id: randomUUID(),
    name: name.trim(),
    token_hash: hashToken(token),
    prefix: token.slice(0, starts[kind].length + SHOWN_CHARACTERS),
    issued_at: now,
    issued_by: actor.name,
    expires_at: expiresAt,
  };
  return { token, row };
}

/** True when the stored last use is old enough to be written again. */
export const writesUse = ({ used_at: usedAt }: Pick<IssuedToken, 'used_at'>, now: Date): boolean =>
  usedAt === null || now.getTime() - usedAt.getTime() > LAST_USED_WRITE_INTERVAL_MS;

/**
 * The token that a command names.
 *
 * @param live tokens that aren't revoked
 * @throws AppError `not_found` when no token, or more than one, matches
 */
export function matchingToken<Token extends Pick<IssuedToken, 'id' | 'prefix'>>(
  live: readonly Token[],
  idOrPrefix: string,
  kind: TokenKind,
): Token {
  const [token, another] = live.filter((row) => row.id === idOrPrefix || row.prefix === idOrPrefix);
  if (!token || another) {
    throw notFound(`No single active ${kind} token matches “${idOrPrefix}”. See the list of ${kind} tokens.`);
  }
  return token;
}
