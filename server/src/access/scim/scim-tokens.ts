/** Tokens of identity providers that provision people. */
import { scimActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import { tokenStore } from '../tokens/token-store.js';

export const scimTokens = tokenStore<object>({
  kind: 'provisioning',
  name: 'scim_token',
  ownerColumns: [],
  nameMissing: 'Enter a name for the token that says which identity provider uses it.',
  subjectOf: ({ id }) => ({ practiceId: NO_PRACTICE, entity: 'scim_token', entityId: id }),
  actorOf: scimActor,
});
