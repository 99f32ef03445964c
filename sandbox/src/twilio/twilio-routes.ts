/** Twilio's 2010 REST API with its wire protocol: HTTP Basic, form bodies, JSON in snake_case, error codes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountCalls } from './accounts.js';
import { addressCalls } from './addresses.js';
import { API, Parameters, type TwilioCall } from './calls.js';
import { twilioControl } from './control.js';
import { TwilioError, notAuthenticated, notSupported } from './errors.js';
import { type FaultPlan, faultPlan } from '../faults.js';
import type { TwilioFault } from './twilio-fault.js';
import { numberCalls } from './numbers.js';
import type { Account, Store } from './store.js';

export const twilioCalls: readonly TwilioCall[] = [...accountCalls, ...numberCalls, ...addressCalls];

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The account of a request. @throws TwilioError 20003, also for suspended and closed accounts */
function callerOf(store: Store, { headers }: FastifyRequest): Account {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  const [sid = '', token = ''] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':');
  const account = store.accounts.get(sid);
  if (!account || account.auth_token !== token || account.status !== 'active') throw notAuthenticated();
  return account;
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof TwilioError)) throw error;
  return reply.code(error.status).send(error.body);
}

export function twilioRoutes(app: FastifyInstance, store: Store): void {
  const faults: FaultPlan<TwilioFault> = faultPlan<TwilioFault>();
  twilioControl(app, store, faults);

  for (const call of twilioCalls) {
    app.route({
      method: call.method,
      url: `${API}${call.url}`,
      handler: async (request, reply) => {
        const fault = faults.take(`${request.method} ${request.url}`);
        if (fault?.kind === 'refuse') return reply.raw.destroy();
        if (fault?.kind === 'error') return refuse(reply, new TwilioError(fault.status, fault.code, fault.message));
        if (fault?.kind === 'slow') await pause(fault.delay_ms);
        try {
          const answer = call.handler({
            store,
            caller: callerOf(store, request),
            path: pathOf(request),
            sids: request.params as Record<string, string>,
            params: new Parameters({ ...(request.query as object), ...((request.body ?? {}) as object) }),
          });
          if (call.method === 'POST') store.save();
          if (fault?.kind === 'lost') return reply.raw.destroy();
          return await reply.code(call.creates === true ? 201 : 200).send(answer);
        } catch (error) {
          return refuse(reply, error);
        }
      },
    });
  }
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: `${API}/*`,
    handler: (request, reply) => {
      try {
        callerOf(store, request);
        return refuse(reply, notSupported(`${request.method} ${pathOf(request)}`));
      } catch (error) {
        return refuse(reply, error);
      }
    },
  });
}
