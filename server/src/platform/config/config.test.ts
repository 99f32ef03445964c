import { describe, expect, it } from '@jest/globals';
import { secrets, settingNames } from './config-environment.js';
import { readConfig } from './config.js';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://console.example',
  DATABASE_URL: 'postgres://console@db.example/console',
  ACCOUNT_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
};

describe('readConfig', () => {
  it('has defaults for a first start on a laptop', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      demo: true,
      demoPractices: 240,
      localAccounts: true,
      sessionHours: 12,
      trustProxy: 0,
    });
    expect(readConfig({}).dataDir).toMatch(/\/\.data$/);
    expect(readConfig({}).shellDir).toMatch(/\/shell\/dist$/);
  });

  it('accepts an origin as SANDBOX_URL, and refuses a path', () => {
    expect(readConfig({}).sandboxUrl).toBeUndefined();
    expect(readConfig({ SANDBOX_URL: 'http://127.0.0.1:8090/' }).sandboxUrl).toBe('http://127.0.0.1:8090');
    expect(() => readConfig({ SANDBOX_URL: 'http://127.0.0.1:8090/stripe' })).toThrow(/SANDBOX_URL/);
  });

  it('treats an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('allows http and the embedded database in production with explicit settings', () => {
    const env = { ...production, PUBLIC_URL: '', DATABASE_URL: '', ALLOW_HTTP: '1', ALLOW_EMBEDDED_DATABASE: '1' };
    expect(readConfig(env)).toMatchObject({ production: true, publicUrl: undefined, databaseUrl: undefined });
  });

  it('limits a session to one day, or to its idle time if that is longer', () => {
    expect(readConfig({}).sessionMaxHours).toBe(24);
    expect(readConfig({ SESSION_HOURS: '72' }).sessionMaxHours).toBe(72);
    expect(readConfig({ SESSION_MAX_HOURS: '13' }).sessionMaxHours).toBe(13);
  });

  it('changes the named rate limits, each for its window', () => {
    const { person, previews, exports } = readConfig({ RATE_LIMITS: 'person:60,previews:10' }).rateLimits;
    expect([person, previews, exports]).toEqual([
      { max: 60, windowSeconds: 60 },
      { max: 20, windowSeconds: 120 },
      { max: 60, windowSeconds: 120 },
    ]);
  });

  it('requires approvals of the named changes, and of bulk changes above a limit', () => {
    const approvalsOf = (env: Record<string, string>) => readConfig(env).approvals;
    expect(approvalsOf({})).toEqual({ promotions: false, bulkOver: undefined });
    expect(approvalsOf({ APPROVALS_FOR: 'bulk-changes' })).toEqual({ promotions: false, bulkOver: 1000 });
    const env = { APPROVALS_FOR: 'promotions, bulk-changes', APPROVALS_BULK_OVER: '50' };
    expect(approvalsOf(env)).toEqual({ promotions: true, bulkOver: 50 });
  });

  it('disables the demo in production', () => {
    expect(readConfig(production).demo).toBe(false);
    expect(readConfig({ DEMO: '0' }).demo).toBe(false);
  });

  it('requires a second factor of admins in production, and elsewhere if set', () => {
    expect(readConfig({}).requireMfa).toBe(false);
    expect(readConfig(production).requireMfa).toBe(true);
    expect(readConfig({ ...production, REQUIRE_MFA: '0' }).requireMfa).toBe(false);
    expect(readConfig({ REQUIRE_MFA: '1' }).requireMfa).toBe(true);
  });

  it('reads the account secrets’ key with former ones, and has a development key', () => {
    expect(readConfig({}).accountKeys.map((key) => key.length)).toEqual([32]);
    const [now, before] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
    const list = `${now.toString('base64')}, ${before.toString('base64')}`;
    expect(readConfig({ ACCOUNT_SECRETS_KEY: list }).accountKeys).toEqual([now, before]);
  });

  it('reads the password secret key with former ones, and has none by default', () => {
    expect(readConfig(production).passwordKeys).toEqual([]);
    const [now, before] = [Buffer.alloc(32, 2), Buffer.alloc(32, 3)];
    const list = `${now.toString('base64')},${before.toString('base64')}`;
    expect(readConfig({ PASSWORD_SECRET_KEY: list }).passwordKeys).toEqual([now, before]);
  });

  it('reads comma-separated lists', () => {
    expect(readConfig({ LOCAL_MODULES: '/a/mf-a, /b/mf-b,' }).localModules).toEqual(['/a/mf-a', '/b/mf-b']);
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1']);
  });

  it('reads the tracing endpoint with its headers and sampling share', () => {
    expect(readConfig({}).tracing).toBeUndefined();
    expect(
      readConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318/otlp',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%3D, x-tenant=dental',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }).tracing,
    ).toEqual({
      endpoint: 'https://collector.example:4318/otlp',
      headers: { authorization: 'Bearer abc=', 'x-tenant': 'dental' },
      serviceName: 'practice-console',
      share: 0.25,
      trustsCallers: false,
    });
  });

  it.each([
    [{ NODE_ENV: 'Production' }, 'NODE_ENV must be development, test or production, but is "Production"'],
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, but is "eighty"'],
    [{ PORT: '70000' }, 'PORT must be a whole number'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 16 to 200 characters, without spaces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'Bearer abc' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS must be percent-encoded'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, but is "1.5"'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1, but is "yes"'],
    [{ PUBLIC_URL: 'console.example' }, 'PUBLIC_URL must be an address'],
    [{ PUBLIC_URL: 'https://console.example/app' }, 'PUBLIC_URL must be an origin'],
    [{ OIDC_ISSUER: 'https://idp.example' }, 'OIDC_CLIENT_ID must be set'],
    [{ OIDC_ISSUER: 'https://idp.example', OIDC_CLIENT_ID: 'c' }, 'PUBLIC_URL must be set'],
    [{ LOCAL_ACCOUNTS: '0' }, 'LOCAL_ACCOUNTS may be 0 only when OIDC_ISSUER is set'],
    [{ ...production, PUBLIC_URL: '' }, 'PUBLIC_URL must be the https address under which browsers reach the console'],
    [{ ...production, PUBLIC_URL: 'http://a.example' }, 'ALLOW_HTTP=1 lets passwords and sessions travel unencrypted'],
    [{ ...production, ACCOUNT_SECRETS_KEY: '' }, 'ACCOUNT_SECRETS_KEY must be set in production'],
    [{ MODULE_VERSIONS_MAX: '1' }, 'MODULE_VERSIONS_MAX must be a whole number from 2 to 100000, but is "1"'],
    [{ MODULE_PIPELINE_KEYS: 'hours' }, 'MODULE_PIPELINE_KEYS must be a list of names and public Ed25519 keys'],
    [{ MODULE_PIPELINE_KEYS: 'hours=c2hvcnQ=' }, 'MODULE_PIPELINE_KEYS must be a list'],
    [{ PASSWORD_SECRET_KEY: 'c2hvcnQ=' }, 'PASSWORD_SECRET_KEY must be 32 random bytes in base64'],
    [{ ACCOUNT_SECRETS_KEY: 'c2hvcnQ=' }, 'ACCOUNT_SECRETS_KEY must be 32 random bytes in base64'],
    [{ ...production, SANDBOX_URL: 'http://127.0.0.1:8090' }, 'SANDBOX_URL is for development: nobody pays'],
    [{ ...production, DATABASE_URL: '' }, 'DATABASE_URL must name a PostgreSQL server in production'],
    [
      { QUICK_LINK_TARGETS: 'office/user-accounts=javascript:alert(1)' },
      'QUICK_LINK_TARGETS must be a list such as office/user-accounts=https://app.example.com/{practice}/users',
    ],
    [{ QUICK_LINK_TARGETS: 'user-accounts=https://app.example.com' }, 'QUICK_LINK_TARGETS must be a list'],
    [
      { QUICK_LINK_TARGETS: 'office/users=https://app.example.com/{clinic}/users' },
      'QUICK_LINK_TARGETS may have only the placeholders {practice}, {vertical} and {horizontal}',
    ],
    [{ QUICK_LINK_TARGETS: 'office/users=https://' }, 'QUICK_LINK_TARGETS must be a list'],
    [{ STAFF_NETWORKS: '10.0.0.0/33' }, 'STAFF_NETWORKS must be a list of networks such as 203.0.113.0/24'],
    [{ AUDIT_RETENTION_DAYS: '89' }, 'AUDIT_RETENTION_DAYS must be a whole number from 90 to 36500, but is "89"'],
    [{ STAFF_ACCESS_REASON: 'yes' }, 'STAFF_ACCESS_REASON must be 0 or 1'],
    [{ APPROVALS_FOR: 'promotions,payments' }, 'APPROVALS_FOR must be a list of promotions, bulk-changes'],
    [{ APPROVALS_BULK_OVER: '0' }, 'APPROVALS_BULK_OVER must be a whole number from 1'],
    [{ STAFF_NETWORKS: ',' }, 'STAFF_NETWORKS must be a list of networks'],
    [{ RATE_LIMITS: 'people:5' }, 'RATE_LIMITS must be a list such as person:1200,exports:30'],
    [{ RATE_LIMITS: 'person:0' }, 'RATE_LIMITS must be a list'],
    [{ SESSION_HOURS: '48', SESSION_MAX_HOURS: '24' }, 'SESSION_MAX_HOURS must not be less than SESSION_HOURS'],
    [{ NODE_ENV: 'production', DEMO: '1' }, 'DEMO cannot be 1 in production'],
    [
      {
        NODE_ENV: 'production',
        OIDC_ISSUER: 'http://idp.example',
        OIDC_CLIENT_ID: 'c',
        PUBLIC_URL: 'https://a.example',
      },
      'OIDC_ISSUER must be https in production',
    ],
  ])('refuses %p with the name of the setting', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it('reads the mail server and its sender, which require each other', () => {
    const url = 'smtp://me:secret@mail.example.com:587';
    const whole = { SMTP_URL: url, MAIL_FROM: 'Console <console@example.com>', PUBLIC_URL: 'http://console.test' };
    expect(readConfig(whole).mail).toEqual({ url, from: whole.MAIL_FROM });
    expect(readConfig({}).mail).toBeUndefined();
    expect(() => readConfig({ SMTP_URL: url })).toThrow(/MAIL_FROM must be set[^]+PUBLIC_URL must be set/);
    expect(() => readConfig({ ...whole, MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM must be a sender');
    expect(() => readConfig({ ...whole, SMTP_URL: 'http://me:secret@mail.example.com' })).toThrow(
      /^(?![^]*secret)[^]*SMTP_URL must be an address/,
    );
  });

  it('reads the audit log’s collector with one or two secrets, and never prints them', () => {
    const keys = [Buffer.alloc(24, 1), Buffer.alloc(64, 2)];
    const secret = keys.map((key) => `whsec_${key.toString('base64')}`).join(', ');
    const whole = { AUDIT_WEBHOOK_URL: 'https://siem.example.com/token', AUDIT_WEBHOOK_SECRET: secret };
    expect(readConfig({}).auditWebhook).toBeUndefined();
    expect(readConfig(whole).auditWebhook).toEqual({ url: 'https://siem.example.com/token', keys });
    expect(readConfig({ AUDIT_WEBHOOK_SECRET: secret }).auditWebhook).toBeUndefined();
    const refused = (env: Record<string, string>) => () => readConfig({ ...whole, ...env });
    expect(refused({ AUDIT_WEBHOOK_SECRET: '' })).toThrow('AUDIT_WEBHOOK_SECRET must be set when AUDIT_WEBHOOK_URL is');
    expect(refused({ AUDIT_WEBHOOK_SECRET: 'hidden' })).toThrow(
      /^(?![^]*hidden)[^]*AUDIT_WEBHOOK_SECRET must be whsec_/,
    );
    expect(refused({ AUDIT_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' })).toThrow('must hold 24 to 64 bytes');
    expect(refused({ AUDIT_WEBHOOK_SECRET: `${secret}, ${secret}` })).toThrow('AUDIT_WEBHOOK_SECRET must be whsec_');
    expect(refused({ AUDIT_WEBHOOK_URL: 'https://me:hidden@siem.example.com' })).toThrow(
      /^(?![^]*hidden)[^]*AUDIT_WEBHOOK_URL must not contain a user or a password/,
    );
    expect(refused({ AUDIT_WEBHOOK_URL: 'siem.example.com' })).toThrow('AUDIT_WEBHOOK_URL must be an address');
  });

  it.each([
    ['http://siem.example.com/', false, true],
    ['http://127.0.0.1:9000/', true, true],
    ['http://localhost:9000/', true, true],
    ['http://[::1]:9000/', true, true],
    ['http://127.0.0.1.example.com/', false, true],
    ['https://siem.example.com/', true, true],
  ])('accepts %s as collector in production: %p, elsewhere: %p', (url, inProduction, elsewhere) => {
    const env = { AUDIT_WEBHOOK_URL: url, AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` };
    const isAccepted = (more: object) => {
      try {
        return readConfig({ ...env, ...more }).auditWebhook?.url === url;
      } catch {
        return false;
      }
    };
    expect([isAccepted(production), isAccepted({})]).toEqual([inProduction, elsewhere]);
  });

  it('names only settings as secrets', () => {
    expect([...secrets].filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  it('keeps an invalid secret out of the message', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
      /^(?!.*hunter2).*DATABASE_URL must start/s,
    );
    expect(() => readConfig({ METRICS_TOKEN: 'hunter2' })).toThrow(/^(?!.*hunter2).*METRICS_TOKEN must be/s);
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' })).toThrow(/^(?!.*hunter2).*HEADERS must be/s);
  });
});
