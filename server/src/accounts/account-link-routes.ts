/** Calls of people who have no session and no password that they know. */
import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts/account-links';
import { systemActor } from '../audit/actor.js';
import type { AppContext } from '../context.js';
import { AppError } from '../http/app-error.js';
import { addRoute } from '../http/contract-route.js';
import { networkOf } from '../http/network.js';
import { enqueueMail } from '../mail/mail-job.js';
import { linkMail } from '../mail/link-mails.js';
import { findPersonByEmail } from '../people/people-repository.js';
import { assertLocalAccounts } from '../sessions/session-service.js';
import { countLinkRequest } from '../sessions/sign-in-limit.js';
import { personOfLink, useLink } from './account-links.js';

const success = { status: 'success' as const };

export function accountLinkRoutes(app: FastifyInstance, { db, config, cost, now, jobs }: AppContext): void {
  addRoute(app, contracts.requestPasswordReset, async ({ body, request }) => {
    assertLocalAccounts(config);
    if (!config.mail) {
      throw new AppError(
        409,
        'no_mails',
        'This console sends no mails. Ask your provider for a link to a new password.',
      );
    }
    await countLinkRequest(db, body.email, networkOf(request.ip), now());
    // A mail is planned for unknown addresses too, and never written. So the answer takes as long for both.
    const person = await findPersonByEmail(db, body.email);
    await enqueueMail(db, linkMail(person?.id ?? null), { actor: systemActor('sign-in'), now: now() });
    jobs.wake();
    return success;
  });

  addRoute(app, contracts.readAccountLink, async ({ body }) => {
    assertLocalAccounts(config);
    const { email } = await personOfLink(db, body.token, now());
    return { email };
  });

  addRoute(app, contracts.useAccountLink, async ({ body }) => {
    assertLocalAccounts(config);
    await useLink(db, body, now(), cost);
    jobs.wake();
    return success;
  });
}
