/** What the commands of agent, deploy and provisioning tokens have in common. */
import type { IssuedToken } from '../access/tokens/issued-tokens.js';
import { formatExpiry } from './expiry.js';
import { formatMinute, formatTable } from './run.js';

/** The token that an argument names, also as a list shows it. */
export const tokenArgument = (text = ''): string => text.replace(/…$/, '');

/**
 * A list of tokens.
 *
 * @param subject the heading of what a token opens, and its text; undefined where all open the same
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

/** Prints the successor of a token, and until when the former one works. */
export function printSuccessor(
  { token, formerEndsAt }: { token: string; formerEndsAt: Date },
  io: { out: (line: string) => void; error: (line: string) => void },
): void {
  io.error(`The former token works until ${formatMinute(formerEndsAt)} UTC.`);
  io.out(token);
}
