import { issueDeployToken } from '../modules/registry/deploy-tokens.js';
import { ALL_MODULES, deployTokens } from '../access/tokens/deploy-tokens.js';
import { daysOption, expiryOf, rotationOf, rotationOptions } from './expiry.js';
import type { Command } from './run.js';
import { printSuccessor, tokenArgument, tokenTable } from './tokens.js';

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
      tokenTable(await deployTokens.list(db), audit.now, {
        heading: 'module',
        of: ({ module }) => module ?? ALL_MODULES,
      }).forEach(io.out);
    },
  },
  {
    usage: 'token rotate <token>',
    summary: 'issue the successor of a deploy token and print it once; the former one works for a while',
    options: rotationOptions,
    async run({ db, args, options, audit, io }) {
      const rotation = rotationOf(options, audit.now);
      printSuccessor(await deployTokens.rotate(db, tokenArgument(args['token']), rotation, audit), io);
    },
  },
  {
    usage: 'token revoke <token>',
    summary: 'revoke a deploy token by its first characters, as the list shows them',
    async run({ db, args, audit, io }) {
      const token = await deployTokens.revoke(db, tokenArgument(args['token']), audit);
      io.out(`${token.prefix}… (${token.module ?? ALL_MODULES}, ${token.name}) is revoked.`);
    },
  },
];
