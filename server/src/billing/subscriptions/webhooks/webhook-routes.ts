import type { FastifyInstance } from 'fastify';
import type { PaymentsContext } from '../../context.js';
import { writeToStripe } from '../../stripe/stripe-errors.js';
import { paymentsOf } from '../../stripe/stripe-on-context.js';
import { WEBHOOK_PATH } from '../../stripe/webhook-endpoint.js';
import { handleEvent, verifiedEvent } from './webhook.js';

/**
 * Has its own scope, because the signature is computed over the raw bytes of the body, which must not be parsed first.
 */
export function webhookRoutes(app: FastifyInstance, context: PaymentsContext): void {
  const { db, now } = context;
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post(WEBHOOK_PATH, async (request, reply) => {
      const payments = paymentsOf(context);
      const header = request.headers['stripe-signature'];
      const event = await verifiedEvent(db, payments, {
        // A request without a body is neither parsed nor signed.
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        signature: typeof header === 'string' ? header : undefined,
      });
      const became = await writeToStripe(() => handleEvent({ db, stripe: payments.background }, event, now()));
      request.log.info({ event: event.id, type: event.type, became }, 'webhook');
      return reply.header('cache-control', 'no-store').send({ status: 'success' });
    });
    done();
  });
}
