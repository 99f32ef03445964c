import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PracticesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { versionOf } from '../../platform/http/etag.js';
import { parseInnerJson } from '../../platform/http/readable-input.js';
import { type PersonPrincipal, actorOf, hasRight, personOf } from '../../platform/http/principal.js';
import { AppError } from '../../platform/errors/app-error.js';
import { paymentsOf } from '../../billing/stripe/stripe-on-context.js';
import { readBillingCustomer } from './billing-customer.js';
import { checkNewCustomer, createTables, readSettings, saveSettings } from './settings-service.js';
import type { SettingsRights } from './settings-view.js';

/** The four fields of the advanced clinic settings, which have a separate Save button (7.1). */
const advancedFields: ReadonlySet<string> = new Set(contracts.advancedClinicFields);

/** The body with `additional_data` as an object. Callers may send it as JSON text instead (DECISIONS 6). */
function withPmsObject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('additional_data' in body)) return body;
  if (typeof body.additional_data !== 'string') return body;
  try {
    return { ...body, additional_data: parseInnerJson(body.additional_data) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const fields = { additional_data: 'Must be an object, or the JSON text of one' };
    throw new AppError(400, 'invalid', 'The settings of the practice software aren’t valid JSON.', {
      fields,
    });
  }
}

/** Only super admins may change administrator fields, whatever rights a member has (DECISIONS, server rule 1). */
function rightsOf(person: PersonPrincipal, practiceId: number): SettingsRights {
  return {
    administrator: person.flags.super_admin,
    communicationOverrides: hasRight(person, practiceId, 'communication'),
  };
}

export function settingsRoutes(app: FastifyInstance, { db, now, agents, payments }: PracticesContext): void {
  addRoute(app, contracts.readPracticeSettings, async ({ params, query, request, reply }) => {
    const rights = rightsOf(personOf(request), params.practice);
    const { practice: practiceId } = params;
    const scope = { practiceId, rights, since: query.since, billing: query.omit !== 'billing' };
    const { version, settings } = await readSettings(db, scope);
    reply.header('etag', contracts.etagOf(version));
    return settings;
  });

  addRoute(
    app,
    contracts.updatePracticeSettings,
    async ({ params, body, request, reply }) => {
      const practiceId = params.practice;
      const rights = () => rightsOf(personOf(request), practiceId);
      if (payments && rights().administrator) {
        const hasWaited = await checkNewCustomer(db, payments, practiceId, body.stripe_customer_id);
        if (hasWaited) await request.assertStillAllowed();
      }
      const version = await saveSettings(
        db,
        { practiceId, change: body, onVersion: versionOf(request.headers['if-match']), rights: rights() },
        { actor: actorOf(request.principal), now: now() },
      );
      agents.wake();
      reply.header('etag', contracts.etagOf(version));
      const sent = Object.keys(body);
      const advanced = sent.length > 0 && sent.every((field) => advancedFields.has(field));
      return {
        status: 'success',
        message: advanced ? 'Advanced clinic settings updated successfully' : 'Settings saved successfully',
      };
    },
    { readBody: withPmsObject },
  );

  addRoute(app, contracts.readBillingCustomer, async ({ query }) =>
    readBillingCustomer(paymentsOf({ payments }), query.customer),
  );

  addRoute(app, contracts.createTables, async ({ params, request }) => {
    const created = await createTables(db, params.practice, { actor: actorOf(request.principal), now: now() });
    return created
      ? { status: 'success' as const, message: 'Tables created successfully' }
      : { status: 'info' as const, message: 'Tables already exist' };
  });
}
