/** Events and the endpoints that receive them: https://docs.stripe.com/api/events, /webhook_endpoints */
import type Stripe from 'stripe';
import { type StripeCall, page } from './calls.js';
import { API_VERSION } from './events.js';
import { missing } from './errors.js';
import { omitFields } from './store.js';

export const eventCalls: StripeCall[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handler: ({ params }, { store }) => {
      const type = params.text('type');
      const types = params.texts('types');
      const events = store
        .table('event')
        .all()
        .filter((event) => !type || event.type === type)
        .filter((event) => types.length === 0 || types.includes(event.type));
      return page(events, '/v1/events', params);
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    handler: ({ path }, { store }) => store.table('event').get(path['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    handler: ({ params }, { store }) => {
      const events = params.texts('enabled_events');
      if (events.length === 0) throw missing('enabled_events');
      const endpoint = {
        id: store.newId('we'),
        object: 'webhook_endpoint',
        api_version: API_VERSION,
        application: null,
        created: store.now(),
        description: params.text('description') ?? null,
        enabled_events: events,
        livemode: false,
        metadata: params.metadata(),
        secret: `whsec_${store.newId('s').slice(2)}`,
        status: 'enabled',
        url: params.needed('url'),
      } satisfies Stripe.WebhookEndpoint;
      return store.table('webhook_endpoint').put(endpoint);
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    handler: ({ params }, { store }) => {
      const endpoints = store
        .table('webhook_endpoint')
        .all()
        // Only the response to the creation of an endpoint contains its secret.
        .map((endpoint) => omitFields(endpoint, 'secret'));
      return page(endpoints, '/v1/webhook_endpoints', params);
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    handler: ({ path }, { store }) => {
      const { id } = store.table('webhook_endpoint').get(path['id'] ?? '');
      store.table('webhook_endpoint').remove(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
];
