import { issueAgentToken, listAgentTokens, revokeAgentToken, rotateAgentToken } from '../agents/agent-tokens.js';
import { daysOption, expiryOf, formatExpiry, rotationOf, rotationOptions } from './expiry.js';
import { practiceNumber } from './practice-number.js';
import { type Command, formatMinute, formatTable } from './run.js';

export const agentTokenCommands: readonly Command[] = [
  {
    usage: 'token issue-agent <practice> <name>',
    summary: "issue a token for a practice's PMS agent; prints it once",
    options: daysOption,
    async run({ db, args, options, audit, io }) {
      const practiceId = practiceNumber(args['practice'] ?? '');
      const expiresAt = expiryOf(options['days'], audit.now);
      io.out((await issueAgentToken(db, { practiceId, name: args['name'] ?? '', expiresAt }, audit)).token);
    },
  },
  {
    usage: 'token list-agents',
    summary: 'list agent tokens: when issued, when last used to join, when they expire, whether revoked',
    async run({ db, audit, io }) {
      const tokens = await listAgentTokens(db);
      formatTable([
        ['token', 'practice', 'name', 'issued', 'by', 'last used', 'expires', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          String(token.practice_id),
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
    usage: 'token rotate-agent <token>',
    summary: 'issue the successor of an agent token and print it once; the former one works for a while',
    options: rotationOptions,
    async run({ db, args, options, audit, io }) {
      const shown = (args['token'] ?? '').replace(/…$/, '');
      const rotation = rotationOf(options, audit.now);
      const { token, formerEndsAt } = await rotateAgentToken(db, shown, rotation, audit);
      io.error(`The former token works until ${formatMinute(formerEndsAt)} UTC.`);
      io.out(token);
    },
  },
  {
    usage: 'token revoke-agent <token>',
    summary: 'revoke an agent token by its first characters, and disconnect its agent',
    async run({ db, args, audit, io }) {
      const shown = (args['token'] ?? '').replace(/…$/, '');
      const token = await revokeAgentToken(db, shown, audit);
      io.out(`${token.prefix}… (practice ${token.practice_id}, ${token.name}) is revoked.`);
    },
  },
];
