/** The second factor that a request presents. */
import type { FastifyRequest } from 'fastify';
import type { SecondFactorProof } from 'shared-api/contracts/accounts';
import type { AccessContext } from '../context.js';
import type { Person } from '../people/people-repository.js';
import { deviceOf } from '../sessions/session-device.js';
import type { ChallengeUse } from './passkeys-repository.js';
import { relyingPartyOf, checkPasskey } from './passkeys-service.js';
import { type PresentedFactor, typedFactor } from './second-factors-service.js';

/** @param use what a passkey's challenge must have been issued for */
export function readFactor(
  { config, now }: Pick<AccessContext, 'config' | 'now'>,
  person: Pick<Person, 'id' | 'name'>,
  proof: SecondFactorProof,
  use: ChallengeUse,
  request: FastifyRequest,
): PresentedFactor {
  const device = deviceOf(request);
  if (proof.method !== 'passkey') return typedFactor(person, proof, config, now(), device);
  const party = relyingPartyOf(config, request);
  return {
    kind: 'passkey',
    device,
    check: (transaction) => checkPasskey(transaction, person.id, proof.answer, { use, party, alone: false }, now()),
  };
}
