import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { AppContext } from '../context.js';
import { implement } from '../http/contract-route.js';
import { etagOf, versionOf } from '../http/etag.js';
import { type PersonPrincipal, actorOf, personOf } from '../http/principal.js';
import { createTables, readSettings, saveSettings } from './settings-service.js';
import type { SettingsRights } from './settings-view.js';

/** The four fields of the advanced clinic settings, which have a Save of their own (7.1). */
const advancedFields: ReadonlySet<string> = new Set([
  'use_clinics',
  'parent_practice_id',
  'clinicnum',
  'additional_clinicnums',
]);

/** DECISIONS 21: the overrides are for owners, managers and super admins. */
function rightsOf({ flags, manages }: PersonPrincipal, practice: number): SettingsRights {
  return {
    administrator: flags.super_admin,
    communicationOverrides: flags.super_admin || manages.has(practice),
  };
}

export function settingsRoutes(app: FastifyInstance, { db, now, agents }: AppContext): void {
  implement(app, contracts.readPracticeSettings, async ({ params, request, reply }) => {
    const rights = rightsOf(personOf(request), params.practice);
    const { version, settings } = await readSettings(db, params.practice, rights);
    reply.header('etag', etagOf(version));
    return settings;
  });

  implement(app, contracts.updatePracticeSettings, async ({ params, body, request, reply }) => {
    const version = await saveSettings(
      db,
      {
        practice: params.practice,
        change: body,
        onVersion: versionOf(request.headers['if-match']),
        rights: rightsOf(personOf(request), params.practice),
      },
      { actor: actorOf(request.principal), now: now() },
    );
    agents.wake();
    reply.header('etag', etagOf(version));
    const sent = Object.keys(body);
    const advanced = sent.length > 0 && sent.every((field) => advancedFields.has(field));
    return {
      status: 'success',
      message: advanced ? 'Advanced clinic settings updated successfully' : 'Settings saved successfully',
    };
  });

  implement(app, contracts.createTables, async ({ params, request }) => {
    const made = await createTables(db, params.practice, { actor: actorOf(request.principal), now: now() });
    return made
      ? { status: 'success' as const, message: 'Tables created successfully' }
      : { status: 'info' as const, message: 'Tables already exist' };
  });
}
