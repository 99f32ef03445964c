import { issueDeployToken, listDeployTokens, revokeDeployToken } from '../modules/deploy-tokens.js';
import { type Command, minute, table } from './run.js';

export const tokenCommands: readonly Command[] = [
  {
    usage: 'token issue <module> <name>',
    summary: 'issue a deploy token that opens one module; prints it once',
    async run({ db, args, doing, io }) {
      const { token } = await issueDeployToken(db, { module: args['module'] ?? '', name: args['name'] ?? '' }, doing);
      io.out(token);
    },
  },
  {
    usage: 'token list',
    summary: 'list deploy tokens: when issued, when last used, whether revoked',
    async run({ db, io }) {
      const tokens = await listDeployTokens(db);
      table([
        ['token', 'module', 'name', 'issued', 'by', 'last used', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          token.module,
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
    usage: 'token revoke <token>',
    summary: 'revoke a deploy token by its first characters, as the list shows them',
    async run({ db, args, doing, io }) {
      const shown = (args['token'] ?? '').replace(/…$/, '');
      const token = await revokeDeployToken(db, shown, doing);
      io.out(`${token.prefix}… (${token.module}, ${token.name}) is revoked.`);
    },
  },
];
