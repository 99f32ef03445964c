/**
 * Replaces Stripe's dashboard, to which the console links: one page per object, with its fields as the API returns
 * them.
 */
import type { FastifyInstance } from 'fastify';
import { HTML_TYPE, html, notFoundPage, page } from './html.js';
import type { Kind, Store } from './store.js';

const sections: readonly (readonly [section: string, kind: Kind, noun: string])[] = [
  ['customers', 'customer', 'Customer'],
  ['subscriptions', 'subscription', 'Subscription'],
  ['subscription_schedules', 'subscription_schedule', 'Subscription schedule'],
  ['prices', 'price', 'Price'],
  ['invoices', 'invoice', 'Invoice'],
];

export function dashboardRoutes(app: FastifyInstance, store: Store): void {
  for (const [section, kind, noun] of sections) {
    app.get<{ Params: { id: string } }>(`/stripe/dashboard/${section}/:id`, ({ params: { id } }, reply) => {
      const object = store.table(kind).find(id);
      if (!object) return reply.code(404).type(HTML_TYPE).send(notFoundPage(noun, id));
      const body = html`<h1>${noun} ${id}</h1>
        <pre>${JSON.stringify(object, null, 2)}</pre>`;
      return reply.type(HTML_TYPE).send(page(`${noun} ${id}`, body));
    });
  }
}
