/** Common parts of the commands for agent, deploy and provisioning tokens. */
import type { IssuedToken } from '../access/tokens/issued-tokens.js';
import { formatExpiry } from './expiry.js';
import { formatMinute, formatTable } from './run.js';

/** The token that an argument names, also by its list format. */
export const tokenArgument = (text = ''): string => text.replace(/…$/, '');

/**
 * A list of tokens.
 *
 * @param subject heading and text of a token's scope; undefined if all have the same
 */
export function tokenTable<Token extends IssuedToken>(
  tokens: readonly Token[],
  now: Date,
  subject?: { heading: string; of: (token: Token) => string },
): string[] {
  return formatTable([
    ['token', ...(subject ? [subject.heading] : []), 'name', 'issued', 'by', 'last used', 'expires', 'revoked'],
    ...tokens.map((token) => [
      `${token.prefix}…`,
      ...(subject ? [subject.of(token)] : []),
      token.name,
      formatMinute(token.issued_at),
      token.issued_by,
      formatMinute(token.used_at) || 'never',
      formatExpiry(token.expires_at, now),
      formatMinute(token.revoked_at),
    ]),
  ]);
}

/** Prints a token's successor, and the former one's expiry. */
export function printSuccessor(
  { token, formerEndsAt }: { token: string; formerEndsAt: Date },
  io: { out: (line: string) => void; error: (line: string) => void },
): void {
  io.error(`The former token works until ${formatMinute(formerEndsAt)} UTC.`);
  io.out(token);
}
