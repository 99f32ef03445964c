/** Calls of people who have no session and no password that they know. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts/account-links';
import { systemActor } from '../../platform/audit/actor.js';
import type { AccessContext } from '../context.js';
import { AppError } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { networkOf } from '../../platform/http/network.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { enqueueMail } from '../../platform/mail/mail-job.js';
import { linkMail } from './link-mails.js';
import { findPerson, findPersonByEmail } from '../people/people-repository.js';
import { findPractice } from '../practice-records/practice-lookups.js';
import { deviceOf } from '../sessions/session-device.js';
import { assertLocalAccounts } from '../sessions/session-service.js';
import { countLinkRequest } from '../sessions/sign-in-limit.js';
import { findInvitedByToken } from '../members/members-repository.js';
import { hashToken } from '../tokens/secrets.js';
import { invalidInvitation, personOfLink, redeemLink } from './account-links.js';
import { recordRefusedLink } from './refused-links.js';

const success = { status: 'success' as const };

export function accountLinkRoutes(app: FastifyInstance, { db, config, hashing, now, jobs }: AccessContext): void {
  addRoute(app, contracts.requestPasswordReset, async ({ body, request }) => {
    assertLocalAccounts(config);
    if (!config.mail) {
      throw new AppError(
        409,
        'no_mails',
        'This console sends no mails. Ask the console’s operator for a link to a new password.',
      );
    }
    await countLinkRequest(db, body.email, networkOf(request.ip), now());
    // A mail is planned for unknown addresses too, and never written. So the answer takes as long for both.
    const person = await findPersonByEmail(db, body.email);
    await enqueueMail(db, linkMail(person?.id ?? null), { actor: systemActor('sign-in'), now: now() });
    jobs.wake();
    return success;
  });

  /** Records a link that doesn't count. */
  const recordingRefusals = async <T>(token: string, request: FastifyRequest, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'link_invalid') {
        await recordRefusedLink(db, token, deviceOf(request), config, now());
      }
      throw error;
    }
  };

  /** Whose link it is, and what it leads to. A link that may not set a password leads to the sign-in, where its person answers. */
  const openedBy = async (token: string) => {
    const invited = await findInvitedByToken(db, hashToken(token), now());
    const owner = await personOfLink(db, token, now()).catch((error: unknown) => {
      if (invited) return undefined;
      throw error;
    });
    if (owner) return { ...owner, opens: 'password' as const };
    const person = await findPerson(db, invited?.personId ?? '');
    if (!person || person.deactivated_at !== null) throw invalidInvitation();
    return { person, practiceId: invited?.practiceId ?? null, opens: 'sign_in' as const };
  };

  /** Who is signed in in the browser, unless it is the person of the link. */
  const otherPersonIn = ({ principal }: FastifyRequest, linked: { id: string }): PersonPrincipal | undefined =>
    principal.kind === 'person' && principal.id !== linked.id ? principal : undefined;

  addRoute(app, contracts.readAccountLink, async ({ body, request }) => {
    assertLocalAccounts(config);
    return recordingRefusals(body.token, request, async () => {
      const { person, practiceId, opens } = await openedBy(body.token);
      const practice = practiceId === null ? undefined : await findPractice(db, practiceId);
      const other = otherPersonIn(request, person);
      return {
        email: person.email,
        practice_name: practice?.name ?? null,
        signed_in_as: other ? { id: other.id, name: other.name, email: other.email } : null,
        opens,
      };
    });
  });

  addRoute(app, contracts.useAccountLink, async ({ body, request }) => {
    assertLocalAccounts(config);
    await recordingRefusals(body.token, request, async () => {
      const { person } = await personOfLink(db, body.token, now());
      const other = otherPersonIn(request, person);
      // Otherwise the invited person would go on with the session of somebody else.
      if (other) {
        const message = `${other.name} is signed in in this browser. Sign out first.`;
        throw new AppError(409, 'someone_signed_in', message);
      }
      await redeemLink(db, body, now(), hashing);
    });
    jobs.wake();
    return success;
  });
}
