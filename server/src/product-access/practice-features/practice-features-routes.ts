import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PracticesContext } from '../../practices/context.js';
import { notFound } from '../../platform/errors/app-error.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { versionOf, versionsOf } from '../../platform/http/etag.js';
import { actorOf } from '../../platform/http/principal.js';
import { readStates } from '../../practices/directory/practice-states.js';
import { type RecordVersions, readRecord, recordEtag } from './features-record.js';
import { allFeaturesMetadata, featuresMetadata } from './features-metadata.js';
import { messages } from './messages.js';
import { type ListQuery, readFeaturesPage, streamAllRecords, streamCsv } from './practice-list.js';
import { listPracticeUsers } from './practice-users.js';
import { previewFeatures, saveFeatures } from './save-features.js';
import { saveFlags } from './save-flags.js';

/** Practices per page of the all-practices manager (specification: internal administration, 9). */
const MAX_PAGE_SIZE = 100;

/** The versions in `If-Match`: of the entitlements, and of the settings, which include the dates. */
function onVersions(request: FastifyRequest): RecordVersions | undefined {
  const [entitlements, settings] = versionsOf(request.headers['if-match'], 2) ?? [];
  return entitlements === undefined || settings === undefined ? undefined : { entitlements, settings };
}

/** The filter and the order in a query. */
function toListQuery(query: contracts.QueryOf<typeof contracts.exportPracticeFeatures>, now: Date): ListQuery {
  const { sort, order, insider, ...filter } = query;
  return { filter: { ...filter, insider: insider === 'true' }, sort, descending: order === 'desc', now };
}

export function practiceFeaturesRoutes(app: FastifyInstance, { db, now, agents }: PracticesContext): void {
  const auditOf = (request: FastifyRequest) => ({ actor: actorOf(request.principal), now: now() });

  addRoute(app, contracts.readPracticeFeatures, async ({ params, reply }) => {
    const { records, versions } = await readRecord(db, params.practice, now());
    reply.header('etag', recordEtag(versions));
    return records;
  });

  addRoute(app, contracts.readPracticeState, async ({ params }) => {
    const state = (await readStates(db, [params.practice], now())).get(params.practice);
    if (!state) throw notFound(messages.noSuchPractice);
    return state;
  });

  addRoute(app, contracts.readFeaturesMetadata, () => Promise.resolve(featuresMetadata()));

  addRoute(app, contracts.readAllFeaturesMetadata, () => allFeaturesMetadata(db));

  addRoute(app, contracts.listPracticeFeatures, ({ query: { page, page_size: pageSize, ...list } }) => {
    const hasNone = [page, pageSize, ...Object.values(list)].every((one) => one === undefined);
    if (hasNone) return Promise.resolve(streamAllRecords(db));
    return readFeaturesPage(db, { page: page ?? 1, pageSize: pageSize ?? MAX_PAGE_SIZE, ...toListQuery(list, now()) });
  });

  addRoute(app, contracts.exportPracticeFeatures, ({ query, reply }) => {
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="practices.csv"');
    return Promise.resolve(streamCsv(db, toListQuery(query, now())));
  });

  addRoute(
    app,
    contracts.updatePracticeFeatures,
    async ({ params: { practice: practiceId }, body, request, reply }) => {
      const saved = await saveFeatures(
        db,
        { practiceId, change: body, onVersions: onVersions(request) },
        auditOf(request),
      );
      if (saved.dates) agents.wake();
      reply.header('etag', recordEtag(saved.versions));
      const message = body.features === undefined ? messages.saved : `${messages.saved}. ${messages.flagsLeft}.`;
      return { status: 'success', message };
    },
  );

  addRoute(
    app,
    contracts.updatePracticeFeatureFlags,
    async ({ params: { practice: practiceId }, body, request, reply }) => {
      const save = { practiceId, flags: body.features, onVersion: versionOf(request.headers['if-match']) };
      reply.header('etag', contracts.etagOf(await saveFlags(db, save, auditOf(request))));
      return { status: 'success', message: messages.flagsSaved };
    },
  );

  addRoute(app, contracts.previewPracticeFeatures, ({ params, body }) => previewFeatures(db, params.practice, body));

  addRoute(app, contracts.listPracticeUsers, async ({ params }) => ({
    users: await listPracticeUsers(db, params.practice),
  }));
}
