import { issueAgentToken, listAgentTokens, revokeAgentToken } from '../agents/agent-tokens.js';
import { practiceNumber } from './practice-number.js';
import { type Command, minute, table } from './run.js';

export const agentTokenCommands: readonly Command[] = [
  {
    usage: 'token issue-agent <practice> <name>',
    summary: "issue a token for a practice's PMS agent; prints it once",
    async run({ db, args, doing, io }) {
      const practice = practiceNumber(args['practice'] ?? '');
      io.out((await issueAgentToken(db, { practice, name: args['name'] ?? '' }, doing)).token);
    },
  },
  {
    usage: 'token list-agents',
    summary: 'list agent tokens: when issued, when last used to join, whether revoked',
    async run({ db, io }) {
      const tokens = await listAgentTokens(db);
      table([
        ['token', 'practice', 'name', 'issued', 'by', 'last used', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          String(token.practice_id),
          token.name,
          minute(token.issued_at),
          token.issued_by,
          minute(token.used_at) || 'never',
          minute(token.revoked_at),
        ]),
      ]).forEach(io.out);
    },
  },
  {
    usage: 'token revoke-agent <token>',
    summary: 'revoke an agent token by its first characters; an agent that is connected with it is sent away',
    async run({ db, args, doing, io }) {
      const shown = (args['token'] ?? '').replace(/…$/, '');
      const token = await revokeAgentToken(db, shown, doing);
      io.out(`${token.prefix}… (practice ${token.practice_id}, ${token.name}) is revoked.`);
    },
  },
];
