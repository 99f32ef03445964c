/** A console with provisioning, and an identity provider's requests. */
import { expect } from '@jest/globals';
import { type TestServer, createTestPerson, testAudit, testServer } from '../../../testing/test-server.js';
import { ERROR_SCHEMA } from '../scim-error.js';
import { scimTokens } from '../scim-tokens.js';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const metricsToken = 'a-token-for-metrics';
export const publicUrl = 'http://console.test';

export interface User {
  id: string;
  userName: string;
  displayName: string;
  name: { formatted?: string; givenName?: string; familyName?: string };
  active: boolean;
  externalId?: string;
  groups?: { value: string }[];
  meta: { location: string };
  [attribute: string]: unknown;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const patch = (...operations: object[]) => ({ schemas: [PATCH_OP], Operations: operations });

/** The body that adds a person, with overrides. */
export function aBody(values: object): object {
  return { schemas: [USER], userName: 'a@b.example', ...values };
}

/** A patch with one operation. */
export function aPatch(operation: object): object {
  return { schemas: [PATCH_OP], Operations: [operation] };
}

/**
 * Starts a console with an identity provider, its token, and a super admin.
 * @param database of the test
 */
export async function scimServer(database: Parameters<typeof testServer>[0]) {
  const server = await testServer(database, {
    PUBLIC_URL: publicUrl,
    METRICS_TOKEN: metricsToken,
    OIDC_ISSUER: 'https://idp.example',
    OIDC_CLIENT_ID: 'console',
    OIDC_NAME: 'Clinic ID',
  });
  const admin = await createTestPerson(server.db, { name: 'Ada Admin', flags: { super_admin: true } });
  const { token } = await scimTokens.issue(server.db, { name: 'Entra' }, testAudit());
  return { server, admin, token };
}

/** @param server available once the tests run, as is `token` */
export function scimRequests(server: () => TestServer, token: () => string) {
  const send = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server().app.inject({
      method,
      url: `/api/scim/v2/${path}`,
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/scim+json', ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  /** Sends a request that must succeed. */
  const done = async <T = User>(method: Method, path: string, body?: unknown): Promise<T> => {
    const response = await send(method, path, body);
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
    return response.json<T>();
  };
  let made = 0;
  const aUser = (values: object = {}) => {
    made += 1;
    return { schemas: [USER], userName: `user-${made}@clinic.example`, displayName: 'Uma User', ...values };
  };
  const create = (values?: object) => done('POST', 'Users', aUser(values));
  const list = (query: string, kind = 'Users') =>
    done<{ totalResults: number; startIndex: number; itemsPerPage: number; Resources: User[] }>(
      'GET',
      `${kind}?${query}`,
    );
  const find = (filter: string) => list(`filter=${encodeURIComponent(filter)}`);
  const entriesOf = (entityId: string) =>
    server()
      .db.selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('entity_id', '=', entityId)
      .orderBy('sequence')
      .execute();
  const refusals = () => entriesOfAction('scim.refuse');
  const entriesOfAction = (action: string) =>
    server()
      .db.selectFrom('audit_log')
      .select(['actor_name', 'after'])
      .where('action', '=', action)
      .orderBy('sequence')
      .execute();
  const errorOf = async (method: Method, path: string, body?: unknown) => {
    const response = await send(method, path, body);
    const error = response.json<{ schemas: string[]; status: string; scimType?: string; detail: string }>();
    expect(error.schemas).toEqual([ERROR_SCHEMA]);
    expect(response.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(error.status).toBe(String(response.statusCode));
    return [response.statusCode, error.scimType];
  };
  return { send, done, aUser, create, list, find, entriesOf, refusals, entriesOfAction, errorOf };
}
