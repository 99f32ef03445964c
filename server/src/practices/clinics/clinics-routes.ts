import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PracticesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { actorOf } from '../../platform/http/principal.js';
import { createClinicPractices } from './clinic-creation-job.js';
import { CLINIC_CREATION, readCreation, startCreation } from './clinic-creation.js';

export function clinicsRoutes(app: FastifyInstance, { db, now, jobs }: PracticesContext): void {
  jobs.handle(CLINIC_CREATION, createClinicPractices);

  addRoute(app, contracts.createClinicPractices, async ({ params, body, request }) => {
    const audit = { actor: actorOf(request.principal), now: now() };
    const count = await startCreation(db, { practiceId: params.practice, clinics: body.clinics }, audit);
    jobs.wake();
    return { status: 'success', message: `Started creation of ${count} clinic practice(s)` };
  });

  addRoute(app, contracts.readClinicCreation, ({ params }) => readCreation(db, params.practice));
}
