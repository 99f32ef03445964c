/** Control endpoints of the agents, for the demo and tests: which clinics have one, and how it behaves. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { clinicPms, clinicProfile } from './clinic-pms.js';
import { agentFaults } from './faults.js';
import { type SyncAgent, syncAgent } from './sync-agent.js';

const introduction = z.object({
  token: z.string().check(z.minLength(1)),
  /** Origin of the console. */
  server: z.url(),
  profile: clinicProfile,
});

/** Enough for a clinic's rows of several years. */
const LARGEST_PROFILE_BYTES = 20_000_000;

interface OfPractice {
  Params: { practice: string };
}

export function agentRoutes(app: FastifyInstance): void {
  const agents = new Map<string, SyncAgent>();

  /** Creates a clinic's agent. It replaces an existing one. */
  app.put<OfPractice>('/control/agents/:practice', { bodyLimit: LARGEST_PROFILE_BYTES }, ({ params, body }, reply) => {
    const introduced = introduction.safeParse(body);
    if (!introduced.success) return reply.code(400).send({ error: z.prettifyError(introduced.error) });
    const { server, token, profile } = introduced.data;
    agents.get(params.practice)?.end();
    agents.set(params.practice, syncAgent({ server, token, pms: clinicPms(profile) }));
    return { status: 'introduced' };
  });

  app.get<OfPractice>('/control/agents/:practice', ({ params }, reply) => {
    const agent = agents.get(params.practice);
    if (!agent) return reply.code(404).send({ error: 'No agent was introduced for this practice.' });
    return { connection: agent.connection, services: agent.services };
  });

  app.post<OfPractice>('/control/agents/:practice/faults', ({ params, body }, reply) => {
    const agent = agents.get(params.practice);
    if (!agent) return reply.code(404).send({ error: 'No agent was introduced for this practice.' });
    const faults = agentFaults.safeParse(body);
    if (!faults.success) return reply.code(400).send({ error: z.prettifyError(faults.error) });
    agent.behave(faults.data);
    return { status: 'ok' };
  });

  app.delete<OfPractice>('/control/agents/:practice', ({ params }) => {
    agents.get(params.practice)?.end();
    agents.delete(params.practice);
    return { status: 'gone' };
  });

  app.addHook('onClose', (_app, done) => {
    for (const agent of agents.values()) agent.end();
    done();
  });
}
