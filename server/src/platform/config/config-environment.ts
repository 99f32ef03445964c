/** The environment variables that the server reads: the format of each value, and rules across variables. */
import path from 'node:path';
import { z } from 'zod';
import {
  accountSid,
  approvalKinds,
  flag,
  folder,
  headerList,
  linkTargets,
  keyList,
  networkList,
  origin,
  overrides,
  pipelineKeys,
  rateLimits,
  share,
  trustProxy,
  webhookSecrets,
  wholeNumber,
  wordList,
} from './config-values.js';
import { packageRoot } from './package-root.js';
import { limitsWith } from '../rate-limits/limits.js';

/** Variables whose values never appear in messages. A collector's address often contains its token. */
export const secrets: ReadonlySet<string> = new Set([
  'ACCOUNT_SECRETS_KEY',
  'AUDIT_WEBHOOK_SECRET',
  'AUDIT_WEBHOOK_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'PASSWORD_SECRET_KEY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TWILIO_AUTH_TOKEN',
]);

const variables = z.object({
  // A misspelled “production” would enable the demo with its public password.
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('development'),
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: folder.default(path.resolve('.data')),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  ALLOW_HTTP: flag.default(false),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  ALLOW_DEMO_PEOPLE: flag.default(false),
  ALLOW_SANDBOX: flag.default(false),
  DEMO: flag.optional(),
  DEMO_PRACTICES: wholeNumber(5, 1_000_000).default(240),
  SANDBOX_URL: origin.optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must be a secret key of Stripe')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must be a publishable key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  STRIPE_CALLS_PER_SECOND: wholeNumber(1, 10_000).optional(),
  TWILIO_ACCOUNT_SID: z.string().regex(accountSid, 'must be the SID of an account').optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_ORG_ACCOUNT_SID: z.string().regex(accountSid, 'must be the SID of an account').optional(),
  LOCAL_MODULES: z.string().default(''),
  SHELL_DIR: folder.default(path.resolve(packageRoot, '../shell/dist')),
  SHELL_ORIGIN: origin.optional(),
  MODULE_OVERRIDES: overrides.default([]),
  MODULE_VERSIONS_MAX: wholeNumber(2, 100_000).default(500),
  MODULE_PIPELINE_KEYS: pipelineKeys.default(new Map()),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: trustProxy.default(0),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be the address of the identity provider' }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60).default('single sign-on'),
  OIDC_FLAGS_CLAIM: z.string().default('console_flags'),
  OIDC_PRACTICES_CLAIM: z.string().default('console_practices'),
  OIDC_EXTERNAL_ID_CLAIM: z.string().default('sub'),
  OIDC_TRUST_ADDRESSES: flag.default(false),
  OIDC_RETURN_AFTER_SIGN_OUT: flag.default(false),
  OIDC_MFA_VALUES: wordList.default(['mfa', 'phr', 'phrh']),
  LOCAL_ACCOUNTS: flag.default(true),
  REQUIRE_MFA: flag.optional(),
  ACCOUNT_SECRETS_KEY: keyList.optional(),
  PASSWORD_SECRET_KEY: keyList.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SESSION_HOURS: wholeNumber(1, 24 * 30).default(12),
  SESSION_MAX_HOURS: wholeNumber(1, 24 * 90).optional(),
  QUICK_LINK_TARGETS: linkTargets.default({}),
  STAFF_NETWORKS: networkList.optional(),
  STAFF_ACCESS_REASON: flag.default(false),
  APPROVALS_FOR: approvalKinds.default([]),
  APPROVALS_BULK_OVER: wholeNumber(1, 1_000_000).default(1000),
  RATE_LIMITS: rateLimits.default(limitsWith({})),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example.com:587' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}<>]*<?[^\s@<>]+@[^\s@<>]+>?$/u, 'must be a sender such as Practice Console <console@example.com>')
    .optional(),
  AUDIT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://siem.example.com/audit' })
    .transform((text) => new URL(text))
    .refine(
      ({ username, password }) => username === '' && password === '',
      'must not contain a user or a password: calls are signed with AUDIT_WEBHOOK_SECRET',
    )
    .optional(),
  AUDIT_WEBHOOK_SECRET: webhookSecrets.optional(),
  AUDIT_RETENTION_DAYS: wholeNumber(90, 36_500).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 characters, without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://collector.example.com:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().max(100).default('practice-console'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  TRUST_TRACEPARENT: flag.default(false),
});

type Environment = z.output<typeof variables>;
type Name = keyof Environment;

/** A rule across several variables. */
interface Rule {
  /** The variable that the message names. */
  name: Name;
  isBroken(env: Environment): boolean;
  message: string;
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

const neededWith = (other: Name, names: readonly Name[], why = ''): Rule[] =>
  names.map((name) => ({
    name,
    isBroken: (env) => env[other] !== undefined && env[name] === undefined,
    message: `must be set when ${other} is${why}`,
  }));

const inProduction = (name: Name, isBroken: Rule['isBroken'], message: string): Rule => ({
  name,
  isBroken: (env) => env.NODE_ENV === 'production' && isBroken(env),
  message,
});

/** Entra ID issuers that accept accounts of every tenant. */
const sharedTenants = /^\/(common|organizations|consumers)(\/|$)/;

const rules: readonly Rule[] = [
  ...neededWith('OIDC_ISSUER', ['OIDC_CLIENT_ID']),
  ...neededWith('OIDC_ISSUER', ['PUBLIC_URL'], ': the identity provider sends people back to it'),
  {
    name: 'OIDC_TRUST_ADDRESSES',
    isBroken: (env) =>
      env.OIDC_TRUST_ADDRESSES && sharedTenants.test(new URL(env.OIDC_ISSUER ?? 'https://none').pathname),
    message:
      'can’t be 1 for an issuer of all tenants: anybody can give themselves an address there; name your own tenant',
  },
  ...neededWith('AUDIT_WEBHOOK_URL', ['AUDIT_WEBHOOK_SECRET']),
  ...neededWith('SMTP_URL', ['MAIL_FROM', 'PUBLIC_URL']),
  ...neededWith('STRIPE_SECRET_KEY', ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']),
  ...neededWith('TWILIO_ACCOUNT_SID', ['TWILIO_AUTH_TOKEN', 'TWILIO_ORG_ACCOUNT_SID']),
  {
    name: 'SESSION_MAX_HOURS',
    isBroken: (env) => env.SESSION_MAX_HOURS !== undefined && env.SESSION_MAX_HOURS < env.SESSION_HOURS,
    message: 'must not be less than SESSION_HOURS',
  },
  {
    name: 'LOCAL_ACCOUNTS',
    isBroken: (env) => !env.LOCAL_ACCOUNTS && env.OIDC_ISSUER === undefined,
    message: 'may be 0 only when OIDC_ISSUER is set',
  },
  inProduction(
    'PUBLIC_URL',
    (env) => !env.ALLOW_HTTP && !env.PUBLIC_URL?.startsWith('https://'),
    'must be the https address under which browsers reach the console in production; ' +
      'ALLOW_HTTP=1 lets passwords and sessions travel unencrypted',
  ),
  inProduction(
    'DATABASE_URL',
    (env) => !env.ALLOW_EMBEDDED_DATABASE && env.DATABASE_URL === undefined,
    'must name a PostgreSQL server in production; ' +
      'ALLOW_EMBEDDED_DATABASE=1 runs on the embedded database, on one machine and without a standby',
  ),
  inProduction(
    'ACCOUNT_SECRETS_KEY',
    (env) => env.LOCAL_ACCOUNTS && env.ACCOUNT_SECRETS_KEY === undefined,
    'must be set in production: it encrypts the secrets of authenticator apps; `openssl rand -base64 32` makes one',
  ),
  inProduction(
    'SANDBOX_URL',
    (env) => !env.ALLOW_SANDBOX && env.SANDBOX_URL !== undefined,
    'is for development: nobody pays and nobody is called with it; ALLOW_SANDBOX=1 accepts that, and each page says so',
  ),
  inProduction('OIDC_ISSUER', (env) => env.OIDC_ISSUER?.startsWith('http:') ?? false, 'must be https in production'),
  inProduction(
    'AUDIT_WEBHOOK_URL',
    ({ AUDIT_WEBHOOK_URL: url }) => url?.protocol === 'http:' && !isLoopback(url),
    'must be https in production, or an address of this machine',
  ),
  inProduction('DEMO', (env) => env.DEMO === true, 'cannot be 1 in production'),
  ...(['SHELL_ORIGIN', 'MODULE_OVERRIDES'] as const).map((name) =>
    inProduction(name, (env) => (env[name]?.length ?? 0) > 0, 'is for development, not for production'),
  ),
];

export const environment = variables.superRefine((env, context) => {
  for (const { name, isBroken, message } of rules) {
    if (isBroken(env)) context.addIssue({ code: 'custom', path: [name], message });
  }
});

/** Names of all settings that this server reads. */
export const settingNames: readonly string[] = Object.keys(variables.shape);
