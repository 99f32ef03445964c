import type { ServiceGrant } from 'shared-api/contracts/module-services';
import { defaultServiceGrant, grantService, revokeService } from '../modules/module-services/service-grants.js';
import { listSigningKeys, publishedKeysAt, rotateNow, signingKeyAt } from '../modules/module-services/signing-keys.js';
import { type Command, formatMinute, formatTable } from './run.js';
import { UsageError } from './usage-error.js';

type Option = string | boolean | undefined;

/** @throws UsageError unless it is a number within the limits */
function numberOf(option: Option, name: string, byDefault: number, unit: number): number {
  if (option === undefined) return byDefault;
  if (typeof option !== 'string' || !/^\d{1,6}(\.\d{1,3})?$/.test(option) || Number(option) === 0)
    throw new UsageError(`--${name} must be a number above 0.`);
  return Math.round(Number(option) * unit);
}

function listOf(option: Option): string[] {
  return String(option ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A description of a grant, one line per fact. */
export function grantLines(grant: ServiceGrant): string[] {
  const { base_url, methods, paths, timeout_ms, connect_timeout_ms, max_request_bytes, max_answer_bytes } = grant;
  return [
    `  service at ${base_url}${grant.allow_private ? ', which may be at a private address' : ''}`,
    ...paths.map((path) => `  ${methods.join(', ')} ${path}`),
    `  at most ${timeout_ms / 1000} s in all, ${connect_timeout_ms / 1000} s to connect; requests of ${max_request_bytes / 1000} kB, answers of ${max_answer_bytes / 1000} kB`,
  ];
}

export const serviceCommands: readonly Command[] = [
  {
    usage: 'module grant-service <module> <base-url>',
    summary: 'forward calls of a module to its own service, or change what is forwarded',
    options: {
      paths: { type: 'string', summary: 'beginnings of paths, with commas: campaigns/,templates/' },
      methods: { type: 'string', summary: 'GET,POST,PUT,DELETE; by default only GET' },
      timeout: { type: 'string', summary: 'seconds until the whole answer is there; 10, at most 25' },
      'connect-timeout': { type: 'string', summary: 'seconds until the connection is open; 2, at most 10' },
      'max-request-kb': { type: 'string', summary: 'largest request; 100, at most 1000' },
      'max-answer-kb': { type: 'string', summary: 'largest answer; 1000, at most 10000' },
      remove: { type: 'boolean', summary: 'also calls that a live version or a canary needs are taken away' },
      'allow-private': { type: 'boolean', summary: 'it may be at a loopback or private address, and without TLS' },
    },
    async run({ db, args, options, audit, io }) {
      const paths = listOf(options['paths']).map((path) => `${path.replace(/^\/|\/$/g, '')}/`);
      if (paths.length === 0) throw new UsageError('Name the paths that are forwarded: --paths campaigns/,templates/');
      const methods = listOf(options['methods']).map((method) => method.toUpperCase());
      const base = args['base-url'] ?? '';
      const byDefault = defaultServiceGrant;
      const grant = {
        base_url: base.endsWith('/') || /[?#]/.test(base) ? base : `${base}/`,
        methods: methods.length > 0 ? methods : byDefault.methods,
        paths,
        timeout_ms: numberOf(options['timeout'], 'timeout', byDefault.timeout_ms, 1000),
        connect_timeout_ms: numberOf(options['connect-timeout'], 'connect-timeout', byDefault.connect_timeout_ms, 1000),
        max_request_bytes: numberOf(options['max-request-kb'], 'max-request-kb', byDefault.max_request_bytes, 1000),
        max_answer_bytes: numberOf(options['max-answer-kb'], 'max-answer-kb', byDefault.max_answer_bytes, 1000),
        allow_private: options['allow-private'] === true,
        // The service validates all of it, including method names.
      } as ServiceGrant;
      await grantService(db, args['module'] ?? '', grant, audit, { mayRemove: options['remove'] === true });
      io.out(`${args['module'] ?? ''} has its own service:`);
      grantLines(grant).forEach(io.out);
    },
  },
  {
    usage: 'module revoke-service <module>',
    summary: 'forward nothing to the service of a module anymore',
    options: { remove: { type: 'boolean', summary: 'also if a live version or a canary needs it' } },
    async run({ db, args, options, audit, io }) {
      await revokeService(db, args['module'] ?? '', audit, { mayRemove: options['remove'] === true });
      io.out(`Nothing is forwarded to a service of ${args['module'] ?? ''} anymore.`);
    },
  },
  {
    usage: 'service-key list',
    summary: 'list the keys that sign tokens for services of modules',
    async run({ db, audit, io }) {
      const keys = await listSigningKeys(db);
      const signing = signingKeyAt(keys, audit.now);
      const published = publishedKeysAt(keys, audit.now);
      formatTable([
        ['key', 'created', 'signs from', 'state'],
        ...keys.map((key) => [
          key.kid,
          formatMinute(key.created_at),
          formatMinute(key.signs_from),
          key === signing ? 'signs' : published.includes(key) ? 'published' : 'retired',
        ]),
      ]).forEach(io.out);
    },
  },
  {
    usage: 'service-key rotate',
    summary: 'publish a new key now; it signs an hour later',
    options: {
      immediately: {
        type: 'boolean',
        summary: 'for a key that became known: the new one signs now, others are deleted',
      },
    },
    async run({ db, options, audit, io }) {
      const key = await rotateNow(db, { immediately: options['immediately'] === true }, audit);
      io.out(`The key ${key.kid} signs from ${formatMinute(key.signs_from)} UTC on.`);
    },
  },
];
