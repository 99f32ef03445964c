import { agentTokens, issueAgentToken } from '../practices/agents/agent-tokens.js';
import { daysOption, expiryOf, rotationOf, rotationOptions } from './expiry.js';
import { practiceNumber } from './practice-number.js';
import type { Command } from './run.js';
import { printSuccessor, tokenArgument, tokenTable } from './tokens.js';

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
      tokenTable(await agentTokens.list(db), audit.now, {
        heading: 'practice',
        of: ({ practice_id: id }) => String(id),
      }).forEach(io.out);
    },
  },
  {
    usage: 'token rotate-agent <token>',
    summary: 'issue the successor of an agent token and print it once; the former one works for a while',
    options: rotationOptions,
    async run({ db, args, options, audit, io }) {
      const rotation = rotationOf(options, audit.now);
      printSuccessor(await agentTokens.rotate(db, tokenArgument(args['token']), rotation, audit), io);
    },
  },
  {
    usage: 'token revoke-agent <token>',
    summary: 'revoke an agent token by its first characters, and disconnect its agent',
    async run({ db, args, audit, io }) {
      const token = await agentTokens.revoke(db, tokenArgument(args['token']), audit);
      io.out(`${token.prefix}… (practice ${token.practice_id}, ${token.name}) is revoked.`);
    },
  },
];
