import { issueAgentToken, listAgentTokens, revokeAgentToken } from '../agents/agent-tokens.js';
import { practiceNumber } from './practice-number.js';
import { type Command, formatMinute, formatTable } from './run.js';

export const agentTokenCommands: readonly Command[] = [
  {
    usage: 'token issue-agent <practice> <name>',
    summary: "issue a token for a practice's PMS agent; prints it once",
    async run({ db, args, audit, io }) {
      const practiceId = practiceNumber(args['practice'] ?? '');
      io.out((await issueAgentToken(db, { practiceId, name: args['name'] ?? '' }, audit)).token);
    },
  },
  {
    usage: 'token list-agents',
    summary: 'list agent tokens: when issued, when last used to join, whether revoked',
    async run({ db, io }) {
      const tokens = await listAgentTokens(db);
      formatTable([
        ['token', 'practice', 'name', 'issued', 'by', 'last used', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          String(token.practice_id),
          token.name,
          formatMinute(token.issued_at),
          token.issued_by,
          formatMinute(token.used_at) || 'never',
          formatMinute(token.revoked_at),
        ]),
      ]).forEach(io.out);
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
