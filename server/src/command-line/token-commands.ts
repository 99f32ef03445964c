import { ALL_MODULES, issueDeployToken, listDeployTokens, revokeDeployToken } from '../modules/deploy-tokens.js';
import { type Command, formatMinute, formatTable } from './run.js';
import { UsageError } from './usage-error.js';

const A_DAY_MS = 86_400_000;

const daysOption = { days: { type: 'string', summary: 'it expires after so many days; without it, never' } } as const;

/** @throws UsageError when it is not a number of days */
function expiryOf(days: string | boolean | undefined, now: Date): Date | null {
  if (days === undefined) return null;
  if (typeof days !== 'string' || !/^[1-9]\d{0,3}$/.test(days)) throw new UsageError('--days must be from 1 to 9999.');
  return new Date(now.getTime() + Number(days) * A_DAY_MS);
}

export const tokenCommands: readonly Command[] = [
  {
    usage: 'token issue <module> <name>',
    summary: 'issue a deploy token for one module; prints it once',
    options: daysOption,
    async run({ db, args, options, audit, io }) {
      const expiresAt = expiryOf(options['days'], audit.now);
      const named = { module: args['module'] ?? '', name: args['name'] ?? '' };
      const { token } = await issueDeployToken(db, { ...named, expiresAt }, audit);
      io.out(token);
    },
  },
  {
    usage: 'token issue-all <name>',
    summary: 'issue a deploy token for all modules, e.g. to apply manifests; prints it once',
    options: daysOption,
    async run({ db, args, options, audit, io }) {
      const expiresAt = expiryOf(options['days'], audit.now);
      const { token } = await issueDeployToken(db, { module: null, name: args['name'] ?? '', expiresAt }, audit);
      io.out(token);
    },
  },
  {
    usage: 'token list',
    summary: 'list deploy tokens: when issued, when last used, whether revoked',
    async run({ db, io }) {
      const tokens = await listDeployTokens(db);
      formatTable([
        ['token', 'module', 'name', 'issued', 'by', 'last used', 'expires', 'revoked'],
        ...tokens.map((token) => [
          `${token.prefix}…`,
          token.module ?? ALL_MODULES,
          token.name,
          formatMinute(token.issued_at),
          token.issued_by,
          formatMinute(token.used_at) || 'never',
          formatMinute(token.expires_at) || 'never',
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
      io.out(`${token.prefix}… (${token.module ?? ALL_MODULES}, ${token.name}) is revoked.`);
    },
  },
];
