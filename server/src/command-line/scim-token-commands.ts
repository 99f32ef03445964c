import { scimTokens } from '../access/scim/scim-tokens.js';
import { daysOption, expiryOf, rotationOf, rotationOptions } from './expiry.js';
import type { Command } from './run.js';
import { printSuccessor, tokenArgument, tokenTable } from './tokens.js';

export const scimTokenCommands: readonly Command[] = [
  {
    usage: 'token issue-scim <name>',
    summary: 'issue a token with which an identity provider provisions people; prints it once',
    options: daysOption,
    async run({ db, args, options, audit, io }) {
      const expiresAt = expiryOf(options['days'], audit.now);
      io.out((await scimTokens.issue(db, { name: args['name'] ?? '', expiresAt }, audit)).token);
    },
  },
  {
    usage: 'token list-scim',
    summary: 'list provisioning tokens: when issued, when last used, when they expire, whether revoked',
    async run({ db, audit, io }) {
      tokenTable(await scimTokens.list(db), audit.now).forEach(io.out);
    },
  },
  {
    usage: 'token rotate-scim <token>',
    summary: 'issue the successor of a provisioning token and print it once; the former one works for a while',
    options: rotationOptions,
    async run({ db, args, options, audit, io }) {
      const rotation = rotationOf(options, audit.now);
      printSuccessor(await scimTokens.rotate(db, tokenArgument(args['token']), rotation, audit), io);
    },
  },
  {
    usage: 'token revoke-scim <token>',
    summary: 'revoke a provisioning token by its first characters',
    async run({ db, args, audit, io }) {
      const token = await scimTokens.revoke(db, tokenArgument(args['token']), audit);
      io.out(`${token.prefix}… (${token.name}) is revoked.`);
    },
  },
];
