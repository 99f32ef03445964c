/** The server's settings. Reads them from the environment at startup and validates them before anything is opened. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ModuleOverride } from 'shared-api/contracts';
import { z } from 'zod';
import type { TracingConfig } from './observability/open-telemetry.js';
import type { StaffNetworks } from './http/staff-networks.js';
import { type RateLimits, limitsWith } from './rate-limits/limits.js';
import { packageRoot } from './package-root.js';
import {
  accountSid,
  approvalKinds,
  flag,
  folder,
  headerList,
  keyList,
  networkList,
  origin,
  overrides,
  rateLimits,
  share,
  trustProxy,
  webhookSecrets,
  wholeNumber,
  wordList,
} from './config-values.js';

/** Public, so it protects nothing. Production requires another one. */
const developmentKey = createHash('sha256').update('practice-console development').digest();

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** Variables whose values never appear in messages. The address of a collector often holds its token. */
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

const environment = z
  .object({
    NODE_ENV: z.string().default('development'),
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
    TWILIO_ACCOUNT_SID: z.string().regex(accountSid, 'must be the SID of an account').optional(),
    TWILIO_AUTH_TOKEN: z.string().optional(),
    TWILIO_ORG_ACCOUNT_SID: z.string().regex(accountSid, 'must be the SID of an account').optional(),
    LOCAL_MODULES: z.string().default(''),
    SHELL_DIR: folder.default(path.resolve(packageRoot, '../shell/dist')),
    SHELL_ORIGIN: origin.optional(),
    MODULE_OVERRIDES: overrides.default([]),
    MODULE_VERSIONS_MAX: wholeNumber(2, 100_000).default(500),
    PUBLIC_URL: origin.optional(),
    TRUST_PROXY: trustProxy.default(0),
    OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be the address of the identity provider' }).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().max(60).default('single sign-on'),
    OIDC_FLAGS_CLAIM: z.string().default('console_flags'),
    OIDC_PRACTICES_CLAIM: z.string().default('console_practices'),
    OIDC_MFA_VALUES: wordList.default(['mfa', 'phr', 'phrh']),
    LOCAL_ACCOUNTS: flag.default(true),
    REQUIRE_MFA: flag.optional(),
    ACCOUNT_SECRETS_KEY: keyList.optional(),
    PASSWORD_SECRET_KEY: keyList.optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    SESSION_HOURS: wholeNumber(1, 24 * 30).default(12),
    SESSION_MAX_HOURS: wholeNumber(1, 24 * 90).optional(),
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
      .regex(
        /^[^\p{Cc}<>]*<?[^\s@<>]+@[^\s@<>]+>?$/u,
        'must be a sender such as Practice Console <console@example.com>',
      )
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
  })
  .superRefine((env, context) => {
    if (env.OIDC_ISSUER !== undefined && env.OIDC_CLIENT_ID === undefined) {
      context.addIssue({ code: 'custom', path: ['OIDC_CLIENT_ID'], message: 'must be set when OIDC_ISSUER is' });
    }
    if (env.OIDC_ISSUER !== undefined && env.PUBLIC_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'must be set when OIDC_ISSUER is: the identity provider sends people back to it',
      });
    }
    if (env.NODE_ENV === 'production' && env.OIDC_ISSUER?.startsWith('http:')) {
      context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message: 'must be https in production' });
    }
    if (env.SESSION_MAX_HOURS !== undefined && env.SESSION_MAX_HOURS < env.SESSION_HOURS) {
      context.addIssue({ code: 'custom', path: ['SESSION_MAX_HOURS'], message: 'must not be less than SESSION_HOURS' });
    }
    if (env.NODE_ENV === 'production') {
      if (!env.ALLOW_HTTP && !env.PUBLIC_URL?.startsWith('https://')) {
        context.addIssue({
          code: 'custom',
          path: ['PUBLIC_URL'],
          message:
            'must be the https address under which browsers reach the console in production; ' +
            'ALLOW_HTTP=1 lets passwords and sessions travel unencrypted',
        });
      }
      if (!env.ALLOW_EMBEDDED_DATABASE && env.DATABASE_URL === undefined) {
        context.addIssue({
          code: 'custom',
          path: ['DATABASE_URL'],
          message:
            'must name a PostgreSQL server in production; ' +
            'ALLOW_EMBEDDED_DATABASE=1 runs on the embedded database, on one machine and without a standby',
        });
      }
    }
    if (env.NODE_ENV === 'production' && env.LOCAL_ACCOUNTS && env.ACCOUNT_SECRETS_KEY === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['ACCOUNT_SECRETS_KEY'],
        message:
          'must be set in production: it encrypts the secrets of authenticator apps; `openssl rand -base64 32` makes one',
      });
    }
    if (!env.LOCAL_ACCOUNTS && env.OIDC_ISSUER === undefined) {
      context.addIssue({ code: 'custom', path: ['LOCAL_ACCOUNTS'], message: 'may be 0 only when OIDC_ISSUER is set' });
    }
    if (env.AUDIT_WEBHOOK_URL !== undefined && env.AUDIT_WEBHOOK_SECRET === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['AUDIT_WEBHOOK_SECRET'],
        message: 'must be set when AUDIT_WEBHOOK_URL is',
      });
    }
    if (
      env.NODE_ENV === 'production' &&
      env.AUDIT_WEBHOOK_URL?.protocol === 'http:' &&
      !isLoopback(env.AUDIT_WEBHOOK_URL)
    ) {
      context.addIssue({
        code: 'custom',
        path: ['AUDIT_WEBHOOK_URL'],
        message: 'must be https in production, or an address of this machine',
      });
    }
    for (const name of ['MAIL_FROM', 'PUBLIC_URL'] as const) {
      if (env.SMTP_URL !== undefined && env[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'must be set when SMTP_URL is' });
      }
    }
    for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) {
      if (env.STRIPE_SECRET_KEY !== undefined && env[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'must be set when STRIPE_SECRET_KEY is' });
      }
    }
    for (const name of ['TWILIO_AUTH_TOKEN', 'TWILIO_ORG_ACCOUNT_SID'] as const) {
      if (env.TWILIO_ACCOUNT_SID !== undefined && env[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'must be set when TWILIO_ACCOUNT_SID is' });
      }
    }
    for (const name of ['SHELL_ORIGIN', 'MODULE_OVERRIDES'] as const) {
      if (env.NODE_ENV === 'production' && (env[name]?.length ?? 0) > 0) {
        context.addIssue({ code: 'custom', path: [name], message: 'is for development, not for production' });
      }
    }
    if (env.NODE_ENV === 'production' && env.DEMO === true) {
      context.addIssue({ code: 'custom', path: ['DEMO'], message: 'cannot be 1 in production' });
    }
  });

/** Names of all settings that this server reads. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Sign-in through an identity provider (OpenID Connect). */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Name of the provider on the sign-in page. */
  name: string;
  /** Claim that lists global flags, e.g. `["internal"]`. */
  flagsClaim: string;
  /** Claim that lists practice ids. */
  practicesClaim: string;
  /** Values of `amr` and `acr` with which the provider says that the person showed a second factor. */
  mfaValues: readonly string[];
}

/** The operator's mail server, and the sender of the console's mails. */
export interface MailConfig {
  url: string;
  from: string;
}

/** The operator's collector of the audit log. */
export interface AuditWebhookConfig {
  url: string;
  /** Keys of the signatures. Each call has one signature of each. */
  keys: readonly Buffer[];
}

/** Keys of an account at Stripe. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** The parent account at Twilio, and the sub-account of the organization. */
export interface TwilioKeys {
  accountSid: string;
  authToken: string;
  orgAccountSid: string;
}

export interface Config {
  production: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  demo: boolean;
  /** True where the demo's people may exist in a production database. */
  allowDemoPeople: boolean;
  demoPractices: number;
  /** Origin of the sandbox that stands in for external services. Undefined where there is none. */
  sandboxUrl: string | undefined;
  /** Undefined where the sandbox replaces Stripe, or where there is no payment provider. */
  stripe: StripeKeys | undefined;
  /** Undefined where the sandbox replaces Twilio, or where there is no voice provider. */
  twilio: TwilioKeys | undefined;
  /** Folders of built remotes that are published at startup. */
  localModules: string[];
  shellDir: string;
  /** Origin of the shell's development server. Undefined where the server itself serves the shell. */
  shellOrigin: string | undefined;
  /** Modules that every session loads from development servers. */
  moduleOverrides: ModuleOverride[];
  /** How many versions of a module may be stored with their files. */
  maxModuleVersions: number;
  /** Origin under which browsers reach the server. Undefined where it is not configured. */
  publicUrl: string | undefined;
  /** Number of proxies in front of the server, or their addresses. */
  trustProxy: number | string[];
  oidc: OidcConfig | undefined;
  localAccounts: boolean;
  /** Undefined: the console sends no mails. */
  mail: MailConfig | undefined;
  /** Undefined: the audit log is sent nowhere. */
  auditWebhook: AuditWebhookConfig | undefined;
  /** How long entries of the audit log are kept. Undefined: for ever. */
  auditRetentionDays: number | undefined;
  /** True where admins and internal staff need a second factor. */
  requireMfa: boolean;
  /** Keys that encrypt secrets of accounts. The first one encrypts, all decrypt. */
  accountKeys: readonly Buffer[];
  /** Keys of password hashes. New ones are made with the first, all are accepted. Empty: hashes need none. */
  passwordKeys: readonly Buffer[];
  logLevel: string;
  /** How long an unused session lasts, in hours. */
  sessionHours: number;
  /** Maximum lifetime of a session even when it is used, in hours. */
  sessionMaxHours: number;
  /** Networks from which admins and internal staff work. Undefined: they may work from anywhere. */
  staffNetworks: StaffNetworks | undefined;
  /** True where staff say why they open a practice of which they aren't members. */
  staffAccessReason: boolean;
  /** What waits for a second person. */
  approvals: {
    promotions: boolean;
    /** Bulk changes of more practices than this wait. Undefined: none does. */
    bulkOver: number | undefined;
  };
  /** How many calls may be made, by what is limited. */
  rateLimits: RateLimits;
  /** Token that opens `/metrics`. Undefined: the server has no such address. */
  metricsToken: string | undefined;
  /** Destination of traces. Undefined: the server records none. */
  tracing: TracingConfig | undefined;
}

/** Thrown at startup. The message names each invalid variable. */
export class ConfigError extends Error {}

/**
 * @param env the process's environment; an empty value counts as absent
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = environment.safeParse(present);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => {
      const name = issue.path.join('.');
      const given = present[name];
      return `${name} ${issue.message}${given === undefined || secrets.has(name) ? '' : `, but is "${given}"`}`;
    });
    throw new ConfigError(`Check these environment variables:\n  ${lines.join('\n  ')}`);
  }
  const it = read.data;
  const production = it.NODE_ENV === 'production';
  return {
    production,
    host: it.HOST,
    port: it.PORT,
    dataDir: it.DATA_DIR,
    databaseUrl: it.DATABASE_URL,
    demo: it.DEMO ?? !production,
    allowDemoPeople: it.ALLOW_DEMO_PEOPLE,
    demoPractices: it.DEMO_PRACTICES,
    sandboxUrl: it.SANDBOX_URL,
    stripe:
      it.STRIPE_SECRET_KEY === undefined ||
      it.STRIPE_PUBLISHABLE_KEY === undefined ||
      it.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            secretKey: it.STRIPE_SECRET_KEY,
            publishableKey: it.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: it.STRIPE_WEBHOOK_SECRET,
          },
    twilio:
      it.TWILIO_ACCOUNT_SID === undefined ||
      it.TWILIO_AUTH_TOKEN === undefined ||
      it.TWILIO_ORG_ACCOUNT_SID === undefined
        ? undefined
        : {
            accountSid: it.TWILIO_ACCOUNT_SID,
            authToken: it.TWILIO_AUTH_TOKEN,
            orgAccountSid: it.TWILIO_ORG_ACCOUNT_SID,
          },
    localModules: it.LOCAL_MODULES.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => path.resolve(name)),
    shellDir: it.SHELL_DIR,
    shellOrigin: it.SHELL_ORIGIN,
    moduleOverrides: it.MODULE_OVERRIDES,
    maxModuleVersions: it.MODULE_VERSIONS_MAX,
    publicUrl: it.PUBLIC_URL,
    trustProxy: it.TRUST_PROXY,
    oidc:
      it.OIDC_ISSUER === undefined || it.OIDC_CLIENT_ID === undefined
        ? undefined
        : {
            issuer: it.OIDC_ISSUER,
            clientId: it.OIDC_CLIENT_ID,
            clientSecret: it.OIDC_CLIENT_SECRET,
            name: it.OIDC_NAME,
            flagsClaim: it.OIDC_FLAGS_CLAIM,
            practicesClaim: it.OIDC_PRACTICES_CLAIM,
            mfaValues: it.OIDC_MFA_VALUES,
          },
    localAccounts: it.LOCAL_ACCOUNTS,
    mail:
      it.SMTP_URL === undefined || it.MAIL_FROM === undefined ? undefined : { url: it.SMTP_URL, from: it.MAIL_FROM },
    auditWebhook:
      it.AUDIT_WEBHOOK_URL === undefined || it.AUDIT_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: it.AUDIT_WEBHOOK_URL.href, keys: it.AUDIT_WEBHOOK_SECRET },
    auditRetentionDays: it.AUDIT_RETENTION_DAYS,
    requireMfa: it.REQUIRE_MFA ?? production,
    accountKeys: it.ACCOUNT_SECRETS_KEY ?? [developmentKey],
    passwordKeys: it.PASSWORD_SECRET_KEY ?? [],
    logLevel: it.LOG_LEVEL,
    sessionHours: it.SESSION_HOURS,
    sessionMaxHours: it.SESSION_MAX_HOURS ?? Math.max(24, it.SESSION_HOURS),
    staffNetworks: it.STAFF_NETWORKS,
    staffAccessReason: it.STAFF_ACCESS_REASON,
    approvals: {
      promotions: it.APPROVALS_FOR.includes('promotions'),
      bulkOver: it.APPROVALS_FOR.includes('bulk-changes') ? it.APPROVALS_BULK_OVER : undefined,
    },
    rateLimits: it.RATE_LIMITS,
    metricsToken: it.METRICS_TOKEN,
    tracing:
      it.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: it.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: it.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: it.OTEL_SERVICE_NAME,
            share: it.OTEL_TRACES_SAMPLER_ARG,
            trustsCallers: it.TRUST_TRACEPARENT,
          },
  };
}
