/** Parsers for environment values: format, error message and result. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { isNetwork, staffNetworksOf } from '../http/staff-networks.js';
import { type LimitKind, limitKinds, limitsWith } from '../rate-limits/limits.js';

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);

export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');
export const folder = z.string().transform((text) => path.resolve(text));
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://console.example.com' })
  .transform((text) => new URL(text))
  .refine((url) => url.pathname === '/' && url.search === '', 'must be an origin, without a path')
  .transform((url) => url.origin);

/** The number of proxies in front of the server, or the addresses and networks of trusted proxies. */
export const trustProxy = z.string().transform((text): number | string[] => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return text.split(',').map((part) => part.trim());
});

/**
 * Modules that every session loads from a development server, separated by commas:
 * `mf-hours=http://localhost:8181/remoteEntry.js`.
 */
export const overrides = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => ({ module: part.split('=')[0]?.trim() ?? '', entry: part.slice(part.indexOf('=') + 1).trim() })),
  )
  .refine(
    (list) => list.every(({ module, entry }) => module !== '' && /^https?:\/\//.test(entry) && URL.canParse(entry)),
    'must be a list such as mf-hours=http://localhost:8181/remoteEntry.js',
  );

/** Headers for the trace collector in OpenTelemetry's format: `name=value,name=value`, values percent-encoded. */
export const headerList = z
  .string()
  .regex(
    /^[\w-]+=[\x21-\x2b\x2d-\x7e]+(,\s*[\w-]+=[\x21-\x2b\x2d-\x7e]+)*$/,
    'must be a list such as authorization=Bearer%20abc',
  )
  .refine((text) => !/%(?![0-9a-f]{2})/i.test(text), 'must be percent-encoded')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((part) => {
        const [name = '', ...value] = part.trim().split('=');
        return [name, decodeURIComponent(value.join('='))];
      }),
    ),
  );

const placeholders = /\{(practice|vertical|horizontal)\}/g;

/**
 * Addresses of other applications for quick links, separated by commas:
 * `office/user-accounts=https://app.example.com/{practice}/users`. `{practice}`, `{vertical}` and `{horizontal}` are
 * filled in by the page.
 */
export const linkTargets = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part): [tabs: string, address: string] => {
        const [tabs = '', ...address] = part.split('=');
        return [tabs.trim(), address.join('=').trim()];
      }),
  )
  .refine(
    (targets) => targets.every(([, address]) => !/[{}]/.test(address.replace(placeholders, ''))),
    'may have only the placeholders {practice}, {vertical} and {horizontal}',
  )
  .refine(
    (targets) =>
      targets.every(
        ([tabs, address]) =>
          /^[\w-]+\/[\w-]+$/.test(tabs) &&
          /^https?:\/\//.test(address) &&
          URL.canParse(address.replace(placeholders, '1')),
      ),
    'must be a list such as office/user-accounts=https://app.example.com/{practice}/users',
  )
  .transform((targets) => Object.fromEntries(targets));

/** A public Ed25519 key from a PEM file's base64; undefined if it isn't one. */
function ed25519Key(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Public keys of pipelines by name, separated by commas: `hours=MCowBQYDK2VwAyEA…`. */
export const pipelineKeys = z.string().transform((text, context): ReadonlyMap<string, KeyObject> => {
  const keys = text.split(',').map((part) => /^\s*([\w.-]{1,80})=(\S+)\s*$/.exec(part) ?? []);
  const entries = new Map(
    keys.flatMap(([, name, base64]) => {
      const key = base64 === undefined ? undefined : ed25519Key(base64);
      return name === undefined || key === undefined ? [] : [[name, key] as const];
    }),
  );
  // Skipping an invalid entry would refuse its pipeline's statements, or leave one name with two keys.
  if (entries.size !== keys.length) {
    context.addIssue('must be a list of names and public Ed25519 keys such as hours=MCowBQYDK2VwAyEA…');
  }
  return entries;
});

const KEY_BYTES = 32;

export const wordList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Networks separated by commas, e.g. `203.0.113.0/24,2001:db8::/32`. */
export const networkList = wordList
  .refine(
    (parts) => parts.length > 0 && parts.every(isNetwork),
    'must be a list of networks such as 203.0.113.0/24,2001:db8::/32',
  )
  .transform(staffNetworksOf);

/** The kinds of change that wait for a second person. */
const approvedChanges = ['promotions', 'bulk-changes'] as const;
type ApprovedChange = (typeof approvedChanges)[number];

const isApprovedChange = (name: string): name is ApprovedChange => approvedChanges.some((one) => one === name);

export const approvalKinds = wordList
  .refine((parts) => parts.every(isApprovedChange), `must be a list of ${approvedChanges.join(', ')}`)
  .transform((parts) => parts.filter(isApprovedChange));

const isLimitKind = (name: string): name is LimitKind => (limitKinds as string[]).includes(name);

/** Calls per minute by kind of limit: `person:1200,exports:30`. Absent ones keep their default. */
export const rateLimits = wordList
  .refine(
    (parts) => parts.every((part) => /^[a-z]+:[1-9]\d{0,8}$/.test(part) && isLimitKind(part.split(':')[0] ?? '')),
    `must be a list such as person:1200,exports:30, of ${limitKinds.join(', ')} and calls per minute`,
  )
  .transform((parts) =>
    limitsWith(
      Object.fromEntries(parts.map((part) => part.split(':')).map(([kind, perMinute]) => [kind, Number(perMinute)])),
    ),
  );

export const share = z
  .string()
  .refine((text) => /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(text), 'must be a number from 0 to 1')
  .transform(Number);

/** Keys of 32 bytes in base64, separated by commas. The first one encrypts; all decrypt. */
export const keyList = z
  .string()
  .transform((text) => text.split(',').map((part) => Buffer.from(part.trim(), 'base64')))
  .refine(
    (keys) => keys.every((key) => key.length === KEY_BYTES),
    'must be 32 random bytes in base64, e.g. from `openssl rand -base64 32`; former keys follow after a comma',
  );

const MIN_WEBHOOK_KEY_BYTES = 24;
const MAX_WEBHOOK_KEY_BYTES = 64;

/** One or two secrets of the Standard Webhooks scheme, separated by a comma: `whsec_` and 24 to 64 bytes in base64. */
export const webhookSecrets = z
  .string()
  .regex(
    /^whsec_[A-Za-z0-9+/]+={0,2}(\s*,\s*whsec_[A-Za-z0-9+/]+={0,2})?$/,
    'must be whsec_ and base64, e.g. from `echo "whsec_$(openssl rand -base64 32)"`; a second one may follow after a comma',
  )
  .transform((text) => text.split(',').map((part) => Buffer.from(part.trim().slice('whsec_'.length), 'base64')))
  .refine(
    (keys) => keys.every(({ length }) => length >= MIN_WEBHOOK_KEY_BYTES && length <= MAX_WEBHOOK_KEY_BYTES),
    `must hold ${MIN_WEBHOOK_KEY_BYTES} to ${MAX_WEBHOOK_KEY_BYTES} bytes`,
  );

/** `AC` and 32 hexadecimal digits. */
export const accountSid = /^AC[0-9a-f]{32}$/;
