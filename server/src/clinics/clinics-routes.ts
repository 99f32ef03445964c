import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { actorOf } from '../http/principal.js';
import { createClinicPractices } from './clinic-creation-job.js';
import { CLINIC_CREATION, readCreation, startCreation } from './clinic-creation.js';

export function clinicsRoutes(app: FastifyInstance, { db, now, jobs }: AppContext): void {
  jobs.handle(CLINIC_CREATION, createClinicPractices);

  implement(app, contracts.createClinicPractices, async ({ params, body, request }) => {
    const doing = { actor: actorOf(request.principal), now: now() };
    const count = await startCreation(db, { practice: params.practice, clinics: body.clinics }, doing);
    jobs.wake();
    return { status: 'success', message: `Started creation of ${count} clinic practice(s)` };
  });

  implement(app, contracts.readClinicCreation, ({ params }) => readCreation(db, params.practice));
}
