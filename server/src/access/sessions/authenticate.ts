import type { FastifyRequest } from 'fastify';
import { readSession } from 'shared-api/contracts';
import type { AccessContext } from '../context.js';
import { type Principal, anonymous } from '../../platform/http/principal.js';
import { isOutside } from '../../platform/http/staff-networks.js';
import { findDeployToken } from '../tokens/deploy-tokens.js';
import { deviceOf } from './session-device.js';
import { resumeSession } from './session-service.js';
import { recordRefusedSignIn } from './sign-in-audit.js';

/**
 * The principal of a request: the deploy token if one is sent, otherwise the person of the session cookie.
 *
 * @param call `background` for a request that a page makes by itself, which doesn't extend the session; the contract's
 * name, and the practice that the call concerns
 */
export async function authenticate(
  request: FastifyRequest,
  { db, config, cookie, now }: AccessContext,
  {
    background = false,
    name,
    practiceId,
  }: { background?: boolean; name?: string; practiceId?: number | undefined } = {},
): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const [, sentToken] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    return sentToken === undefined ? { kind: 'nobody', badToken: true } : findDeployToken(db, sentToken, now());
  }
  const token = cookie.read(request);
  // The page reads the session when its user does something.
  const isRead = request.method === 'GET' && name !== undefined && name !== readSession.name;
  const person =
    token === undefined ? undefined : await resumeSession(db, token, now(), config, { background, isRead, practiceId });
  if (person === undefined) return anonymous;
  if (!isOutside(config.staffNetworks, person.flags, request.ip)) return person;
  const refusal = { reason: 'outside_networks', device: deviceOf(request) } as const;
  await recordRefusedSignIn(db, { person }, refusal, config, now());
  return { ...anonymous, outside: true };
}
