/** Grants of an operator for a module's own service. */
import { serviceGrant, type ServiceGrant } from 'shared-api/contracts/module-services';
import type { AuditContext } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { allContracts } from '../../platform/http/all-contracts.js';
import { type AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import { assertRemovesNothing } from '../registry/module-grants.js';
import { findModule, lockRegistry, renewRevision, setService } from '../registry/module-repository.js';
import { addressInUrl, kindOfAddress } from './addresses.js';
import { isGrantedCall } from '../registry/granted-calls.js';
import { ensureSigningKey } from './signing-keys.js';

export const defaultServiceGrant = {
  methods: ['GET'],
  connect_timeout_ms: 2000,
  timeout_ms: 10_000,
  max_request_bytes: 100_000,
  max_answer_bytes: 1_000_000,
  allow_private: false,
} satisfies Partial<ServiceGrant>;

const CONSOLE_CALLS = '/api/modules/:module/';

/**
 * First path segments of the console's own calls below `/api/modules/{module}/`, e.g. `releases`. A service never gets
 * them.
 */
function reservedSteps(): Set<string> {
  const own = [...allContracts.values()].filter(({ path }) => path.startsWith(CONSOLE_CALLS));
  return new Set(
    own.map(({ path }) => path.slice(CONSOLE_CALLS.length).split('/')[0] ?? '').filter((step) => step !== '*'),
  );
}

/** @throws AppError `invalid` stating what to change */
function assertBaseUrl({ base_url, allow_private }: ServiceGrant): void {
  const refuse = (message: string): AppError => invalid(message, { base_url: message });
  const url = new URL(base_url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('The base URL must begin with https://.');
  if (url.username !== '' || url.password !== '') throw refuse('The base URL must not contain a user or a password.');
  if (url.search !== '' || url.hash !== '') throw refuse('The base URL must not contain a query or a fragment.');
  if (!url.pathname.endsWith('/')) throw refuse('The base URL must end with a slash.');
  if (allow_private) return;
  if (url.protocol === 'http:') {
    throw refuse('The base URL must begin with https://. A service without TLS needs --allow-private.');
  }
  const address = addressInUrl(url);
  const isLocalName = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  if (isLocalName || (address !== undefined && kindOfAddress(address) === 'private')) {
    throw refuse(
      `${url.hostname} is a loopback or private address. If the service is meant to be there, add --allow-private.`,
    );
  }
}

function assertReachable({ base_url }: ServiceGrant): void {
  const address = addressInUrl(new URL(base_url));
  if (address !== undefined && kindOfAddress(address) === 'reserved') {
    const message = `${address} can’t be the address of a service.`;
    throw invalid(message, { base_url: message });
  }
}

/** @throws AppError `invalid` */
function assertPaths({ paths }: ServiceGrant): void {
  const reserved = reservedSteps();
  const reservedPaths = paths.filter((path) => reserved.has(path.split('/')[0]?.toLowerCase() ?? ''));
  if (reservedPaths.length > 0) {
    const message = `${reservedPaths.join(', ')} belongs to the console’s own calls about modules. Choose another path.`;
    throw invalid(message, { paths: message });
  }
}

interface ServiceChangeOptions {
  /** True if the change may remove calls from a version in use. */
  mayRemove?: boolean;
}

/**
 * Grants a module a service, or changes the grant. The first grant of a console creates the key that signs its tokens.
 *
 * @throws AppError `not_found`, `invalid`, `takes_from_live`
 */
export async function grantService(
  db: Db,
  name: string,
  grant: ServiceGrant,
  audit: AuditContext,
  options: ServiceChangeOptions = {},
): Promise<void> {
  const read = serviceGrant.safeParse(grant);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`, { grant: issue?.message ?? '' });
  }
  assertBaseUrl(read.data);
  assertReachable(read.data);
  assertPaths(read.data);
  await changeService(db, name, read.data, audit, options);
}

/** Ends a grant. Nothing is forwarded from then on. @throws AppError `not_found`, `takes_from_live` */
export async function revokeService(
  db: Db,
  name: string,
  audit: AuditContext,
  options: ServiceChangeOptions = {},
): Promise<void> {
  await changeService(db, name, null, audit, options);
}

async function changeService(
  db: Db,
  name: string,
  service: ServiceGrant | null,
  { actor, now }: AuditContext,
  { mayRemove = false }: ServiceChangeOptions,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockRegistry(transaction);
    const module = await findModule(transaction, name, { lock: true });
    if (!module) throw notFound(`The module ${name} doesn’t exist. Grant it first.`);
    if (!mayRemove) {
      const forwards = (to: ServiceGrant | null, call: string) => isGrantedCall({ name, service: to }, call);
      await assertRemovesNothing(transaction, module, ({ build: { calls = [] } }) =>
        calls.filter((call) => forwards(module.service, call) && !forwards(service, call)),
      );
    }
    if (service) await ensureSigningKey(transaction, now);
    await setService(transaction, name, service);
    await renewRevision(transaction);
    await recordAudit(transaction, {
      practiceId: NO_PRACTICE,
      actor,
      at: now,
      action: service ? 'module.service_grant' : 'module.service_revoke',
      entity: 'module',
      entityId: name,
      before: module.service,
      after: service,
    });
  });
}
