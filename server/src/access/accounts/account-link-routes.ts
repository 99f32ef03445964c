/** Calls from people without a session who don't know their password. */
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
import { findPersonByEmail } from '../people/people-repository.js';
import { findPractice } from '../practice-records/practice-lookups.js';
import { deviceOf } from '../sessions/session-device.js';
import { assertLocalAccounts } from '../sessions/session-service.js';
import { countLinkRequest } from '../sessions/sign-in-limit.js';
import { redeemLink } from './account-links.js';
import { recordRefusedLink } from './refused-links.js';
import { openLink, redeemShownLink } from './shown-links.js';

const success = { status: 'success' as const };

export function accountLinkRoutes(app: FastifyInstance, { db, config, hashing, now, jobs }: AccessContext): void {
  addRoute(app, contracts.requestPasswordReset, async ({ body, request }) => {
    assertLocalAccounts(config);
    if (!config.mail) {
      throw new AppError(
        409,
        'no_mails',
        'This console doesn’t send email. Ask the console’s operator for a link to set a new password.',
      );
    }
    await countLinkRequest(db, body.email, networkOf(request.ip), now());
    // Enqueues the mail job for unknown addresses too, though it sends nothing, so that both responses take equally
    // long.
    const person = await findPersonByEmail(db, body.email);
    await enqueueMail(db, linkMail(person?.id ?? null), { actor: systemActor('sign-in'), now: now() });
    jobs.wake();
    return success;
  });

  /** Records the use of an invalid link. */
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

  /** The person signed in on this browser, unless the link is theirs. */
  const otherPersonIn = ({ principal }: FastifyRequest, linked: { id: string }): PersonPrincipal | undefined =>
    principal.kind === 'person' && principal.id !== linked.id ? principal : undefined;

  const isOwn = ({ principal }: FastifyRequest, linked: { id: string }): boolean =>
    principal.kind === 'person' && principal.id === linked.id;

  addRoute(app, contracts.readAccountLink, async ({ body, request }) => {
    assertLocalAccounts(config);
    return recordingRefusals(body.token, request, async () => {
      const { owner, shown } = await openLink(db, body.token, now());
      const { person, practiceId } = owner ?? shown;
      const practice = practiceId === null ? undefined : await findPractice(db, practiceId);
      const other = otherPersonIn(request, person);
      return {
        email: person.email,
        practice_name: practice?.name ?? null,
        signed_in_as: other ? { id: other.id, name: other.name, email: other.email } : null,
        ...(isOwn(request, person) && { signed_in: true }),
        opens: owner ? ('password' as const) : ('either' as const),
      };
    });
  });

  addRoute(app, contracts.useAccountLink, async ({ body, request }) => {
    assertLocalAccounts(config);
    await recordingRefusals(body.token, request, async () => {
      const { owner, shown } = await openLink(db, body.token, now());
      const other = otherPersonIn(request, (owner ?? shown).person);
      // Otherwise the invited person would continue in somebody else's session.
      if (other) {
        const message = `${other.name} is signed in on this browser. Sign out first.`;
        throw new AppError(409, 'someone_signed_in', message);
      }
      if (owner) await redeemLink(db, body, now(), hashing);
      else await redeemShownLink({ db, hashing }, body, shown, deviceOf(request), now());
    });
    jobs.wake();
    return success;
  });
}
