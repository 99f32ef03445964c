/** The service's discovery documents (RFC 7643, sections 5 to 7). */
import type { FlagName } from '../people/people-repository.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const SCIM_PATH = '/api/scim/v2';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const MAX_RESULTS = 200;

/** The groups by id. Each one is a flag of the console. */
export const groupNames: Readonly<Record<FlagName, string>> = {
  super_admin: 'Super admins',
  task_admin: 'Task admins',
  internal: 'Internal staff',
  developer: 'Developers',
};

export interface ScimDocument {
  id?: string;
  schemas: string[];
  meta: { resourceType: string; location: string; created?: string; lastModified?: string };
  [attribute: string]: unknown;
}

const meta = (base: string, resourceType: string, path: string) => ({ resourceType, location: `${base}/${path}` });
const unsupported = { supported: false };

export const serviceProviderConfig = (base: string): ScimDocument => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that the console’s operator issues',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: meta(base, 'ServiceProviderConfig', 'ServiceProviderConfig'),
});

export const resourceTypes = (base: string): ScimDocument[] =>
  [
    { name: 'User', endpoint: '/Users', description: 'A person with an account', schema: USER_SCHEMA },
    { name: 'Group', endpoint: '/Groups', description: 'People with a flag of the console', schema: GROUP_SCHEMA },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    ...type,
    meta: meta(base, 'ResourceType', `ResourceTypes/${type.name}`),
  }));

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly' | 'immutable';
  returned: 'default';
  uniqueness: 'none' | 'server';
  subAttributes?: Attribute[];
  referenceTypes?: string[];
}

const attribute = (
  name: string,
  description: string,
  rules: Partial<Omit<Attribute, 'name' | 'description'>> = {},
): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...rules,
});

const readOnly = { mutability: 'readOnly' } as const;
const reference = (type: string) =>
  attribute('$ref', 'Its address', { type: 'reference', referenceTypes: [type], ...readOnly });

const userAttributes: Attribute[] = [
  attribute('userName', 'The email address with which the person signs in', { required: true, uniqueness: 'server' }),
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'The last name'),
      attribute('givenName', 'The first name'),
    ],
  }),
  attribute('displayName', 'The name that the console shows'),
  attribute('active', 'Whether the person may sign in', { type: 'boolean' }),
  attribute('emails', 'The address, which is the userName', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The address', readOnly),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('groups', 'Groups of which the person is a member', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The id of the group', readOnly),
      reference('Group'),
      attribute('display', 'The name of the group', readOnly),
    ],
  }),
];

const groupAttributes: Attribute[] = [
  attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server', ...readOnly }),
  attribute('members', 'People in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the person', { mutability: 'immutable' }),
      reference('User'),
      attribute('display', 'The name of the person', readOnly),
      attribute('type', 'Always User', { mutability: 'immutable' }),
    ],
  }),
];

export const schemas = (base: string): ScimDocument[] =>
  [
    { id: USER_SCHEMA, name: 'User', description: 'A person with an account', attributes: userAttributes },
    { id: GROUP_SCHEMA, name: 'Group', description: 'People with a flag', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: meta(base, 'Schema', `Schemas/${schema.id}`),
  }));
