import {
  ALL_MODULES,
  issueDeployToken,
  listDeployTokens,
  revokeDeployToken,
  rotateDeployToken,
} from '../modules/deploy-tokens.js';
import { daysOption, expiryOf, formatExpiry, rotationOf, rotationOptions } from './expiry.js';
import { type Command, formatMinute, formatTable } from './run.js';
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
    summary: 'list deploy tokens: when issued, when last used, when they expire, whether revoked',
    async run({ db, audit, io }) {
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
          formatExpiry(token.expires_at, audit.now),
          formatMinute(token.revoked_at),
        ]),
      ]).forEach(io.out);
    },
  },
  {
    usage: 'token rotate <token>',
    summary: 'issue the successor of a deploy token and print it once; the former one works for a while',
    options: rotationOptions,
    async run({ db, args, options, audit, io }) {
      const shown = (args['token'] ?? '').replace(/…$/, '');
      const rotation = rotationOf(options, audit.now);
      const { token, formerEndsAt } = await rotateDeployToken(db, shown, rotation, audit);
      io.error(`The former token works until ${formatMinute(formerEndsAt)} UTC.`);
      io.out(token);
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
