import { issueScimToken, listScimTokens, revokeScimToken, rotateScimToken } from '../scim/scim-tokens.js';
import { daysOption, expiryOf, formatExpiry, rotationOf, rotationOptions } from './expiry.js';
import { type Command, formatMinute, formatTable } from './run.js';

/** The token as the list shows it. */
const shownToken = (text = ''): string => text.replace(/…$/, '');

export const scimTokenCommands: readonly Command[] = [
  {
    usage: 'token issue-scim <name>',
    summary: 'issue a token with which an identity provider provisions people; prints it once',
    options: daysOption,
    async run({ db, args, options, audit, io }) {
      const expiresAt = expiryOf(options['days'], audit.now);
      io.out((await issueScimToken(db, { name: args['name'] ?? '', expiresAt }, audit)).token);
    },
  },
  {
    usage: 'token list-scim',
    summary: 'list provisioning tokens: when issued, when last used, when they expire, whether revoked',
    async run({ db, audit, io }) {
      const tokens = await listScimTokens(db);
      formatTable([
        ['token', 'name', 'issued', 'by', 'last used', 'expires', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          token.name,
          formatMinute(token.issued_at),
          token.issued_by,
          formatMinute(token.used_at) || 'never',
          formatExpiry(token.expires_at, audit.now),
          formatMinute(token.revoked_at),
        ]),
      ]).forEach(io.out);
    },
  },
  {
    usage: 'token rotate-scim <token>',
    summary: 'issue the successor of a provisioning token and print it once; the former one works for a while',
    options: rotationOptions,
    async run({ db, args, options, audit, io }) {
      const rotation = rotationOf(options, audit.now);
      const { token, formerEndsAt } = await rotateScimToken(db, shownToken(args['token']), rotation, audit);
      io.error(`The former token works until ${formatMinute(formerEndsAt)} UTC.`);
      io.out(token);
    },
  },
  {
    usage: 'token revoke-scim <token>',
    summary: 'revoke a provisioning token by its first characters',
    async run({ db, args, audit, io }) {
      const token = await revokeScimToken(db, shownToken(args['token']), audit);
      io.out(`${token.prefix}… (${token.name}) is revoked.`);
    },
  },
];
