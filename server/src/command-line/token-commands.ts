import { issueDeployToken, listDeployTokens, revokeDeployToken } from '../modules/deploy-tokens.js';
import { type Command, formatMinute, formatTable } from './run.js';

export const tokenCommands: readonly Command[] = [
  {
    usage: 'token issue <module> <name>',
    summary: 'issue a deploy token for one module; prints it once',
    async run({ db, args, audit, io }) {
      const { token } = await issueDeployToken(db, { module: args['module'] ?? '', name: args['name'] ?? '' }, audit);
      io.out(token);
    },
  },
  {
    usage: 'token list',
    summary: 'list deploy tokens: when issued, when last used, whether revoked',
    async run({ db, io }) {
      const tokens = await listDeployTokens(db);
      formatTable([
        ['token', 'module', 'name', 'issued', 'by', 'last used', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          token.module,
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
    usage: 'token revoke <token>',
    summary: 'revoke a deploy token by its first characters, as the list shows them',
    async run({ db, args, audit, io }) {
      const shown = (args['token'] ?? '').replace(/…$/, '');
      const token = await revokeDeployToken(db, shown, audit);
      io.out(`${token.prefix}… (${token.module}, ${token.name}) is revoked.`);
    },
  },
];
