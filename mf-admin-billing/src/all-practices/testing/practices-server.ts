/** A mock server with all practices' features, for tests and the standalone host. It stores changes. */
import {
  type BulkChange,
  type BulkResult,
  bulkUpdateFeatures,
  type FeaturesEffect,
  listPracticeFeatures,
  type PracticeFeatures,
  type PracticesFilter,
  previewBulkUpdate,
  previewPracticeFeatures,
  readAllFeaturesMetadata,
  readPracticeFeatures,
  updatePracticeFeatures,
} from 'shared-api/contracts';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';
import { BulkJobs } from './bulk-jobs';
import { namesIn, applyNames } from './named-lists';
import { metadataOf, usageOf } from './practice-records';

export type FeaturesBody = HandledRequest<typeof updatePracticeFeatures>['body'];

const noEffect: FeaturesEffect = {
  bundles_gained: [],
  bundles_lost: [],
  features_gained: [],
  features_lost: [],
  features_kept: [],
};

export class PracticesServer extends BulkJobs {
  /** Received requests, in order. */
  readonly listQueries: HandledRequest<typeof listPracticeFeatures>['query'][] = [];
  readonly bulkCalls: { body: BulkChange; key: string | null }[] = [];
  readonly saveCalls: { practiceId: number; body: FeaturesBody; ifMatch: string | null }[] = [];
  insiders: number[] = [];
  /** Misspelled searches and their corrections. */
  readonly spellings = new Map<string, string>();
  /** Practices whose bulk change fails, with the reason. */
  readonly failing = new Map<number, string>();
  /** Changes with more practices than this run as a job. */
  syncLimit = 100;
  heldBySubscriptions = 0;
  readonly #versions = new Map<number, number>();
  readonly #answered = new Map<string, Response>();

  constructor(public records: PracticeFeatures[]) {
    super();
  }

  findPractices({ search = '', insider = false, ...items }: PracticesFilter): PracticeFeatures[] {
    const { bundle, feature, feature_flag: flag, state } = items;
    const text = search.toLowerCase();
    return this.records.filter(
      ({ practice_id, practice, bundles, product_features, features, states = [] }) =>
        (practice.toLowerCase().includes(text) || String(practice_id) === text) &&
        (!insider || this.insiders.includes(practice_id)) &&
        (bundle === undefined || bundles.some(({ bundle_name }) => bundle_name === bundle)) &&
        (feature === undefined || product_features.some(({ feature_name }) => feature_name === feature)) &&
        (flag === undefined || features.some((one) => one.feature === flag)) &&
        (state === undefined || states.includes(state)),
    );
  }

  etagOf(practiceId: number): string {
    return `"${this.#versions.get(practiceId) ?? 1}"`;
  }

  /** A change by another person, unknown to the page. */
  edit(practiceId: number, over: Partial<PracticeFeatures>): void {
    this.records = this.records.map((record) => (record.practice_id === practiceId ? { ...record, ...over } : record));
    this.#versions.set(practiceId, (this.#versions.get(practiceId) ?? 1) + 1);
  }

  #targets({ practice_ids, filter, exclude_ids = [] }: BulkChange): number[] {
    const found = practice_ids ?? this.findPractices(filter ?? {}).map(({ practice_id }) => practice_id);
    return found.filter((id) => !exclude_ids.includes(id));
  }

  #recordOf(practiceId: number): PracticeFeatures | undefined {
    return this.records.find(({ practice_id }) => practice_id === practiceId);
  }

  protected override apply({ action, type, items }: BulkChange, practice_id: number): BulkResult {
    const record = this.#recordOf(practice_id);
    const why = this.failing.get(practice_id);
    if (!record || why !== undefined) {
      return { practice_id, practice: record?.practice ?? '', status: 'failed', message: why ?? 'No such practice' };
    }
    const { practice } = record;
    const held = (): string[] => {
      const now = this.#recordOf(practice_id) ?? record;
      const lists = { bundle: now.bundles, feature: now.product_features, feature_flag: now.features };
      const names = namesIn(lists[type]);
      return items.filter((item) => names.includes(item));
    };
    const before = held();
    const change = applyNames(record, { action, type, items }, metadataOf(this.insiders));
    if (!change) return { practice_id, practice, status: 'unchanged', before, after: before };
    this.edit(practice_id, change);
    return { practice_id, practice, status: 'changed', before, after: held() };
  }

  handlers(): ReturnType<typeof answer>[] {
    return [...this.#lists(), ...this.#onePractice(), ...this.#bulkCalls(), ...this.jobCalls()];
  }

  #lists(): ReturnType<typeof answer>[] {
    return [
      answer(readAllFeaturesMetadata, () => reply(readAllFeaturesMetadata, metadataOf(this.insiders))),
      answer(listPracticeFeatures, ({ query }) => {
        this.listQueries.push(query);
        const { page = 1, page_size = 100, sort, order, insider, ...filter } = query;
        const meant = this.spellings.get(filter.search ?? '');
        const found = this.findPractices({
          ...filter,
          ...(meant !== undefined && { search: meant }),
          insider: insider === 'true',
        });
        if (sort === 'number') found.sort((left, right) => left.practice_id - right.practice_id);
        if (order === 'desc') found.reverse();
        return reply(listPracticeFeatures, {
          results: found
            .slice((page - 1) * page_size, page * page_size)
            .map((record) => ({ ...record, insider: this.insiders.includes(record.practice_id) })),
          count: found.length,
          ...(meant !== undefined && { closest: true }),
          usage: usageOf(this.records),
        });
      }),
    ];
  }

  #onePractice(): ReturnType<typeof answer>[] {
    return [
      answer(readPracticeFeatures, ({ params: { practice: practiceId } }) => {
        const record = this.#recordOf(practiceId);
        return reply(readPracticeFeatures, record ? [record] : [], { etag: this.etagOf(practiceId) });
      }),
      answer(previewPracticeFeatures, ({ params: { practice: practiceId }, body }) => {
        const record = this.#recordOf(practiceId);
        const before = (record?.product_features ?? []).map(({ feature_name }) => feature_name);
        const after = namesIn(body.product_features ?? []);
        const toNamedItems = (names: string[]): FeaturesEffect['features_lost'] =>
          names.map((name) => ({
            name,
            display_name: metadataOf([]).features.find((feature) => feature.name === name)?.display_name ?? name,
          }));
        return reply(previewPracticeFeatures, {
          ...noEffect,
          features_gained: toNamedItems(after.filter((name) => !before.includes(name))),
          features_lost: toNamedItems(before.filter((name) => !after.includes(name))),
        });
      }),
      answer(updatePracticeFeatures, ({ params: { practice: practiceId }, body, ifMatch }) => {
        if (ifMatch !== null && ifMatch !== this.etagOf(practiceId)) {
          return errorReply(409, 'stale_version', 'The features were changed meanwhile.', {
            conflict: { changed_by: 'Ivy Internal', changed_at: Date.UTC(2026, 10, 20, 15, 42) / 1000 },
          });
        }
        this.saveCalls.push({ practiceId, body, ifMatch });
        const record = this.#recordOf(practiceId);
        const metadata = metadataOf(this.insiders);
        if (record) {
          const put = (type: 'bundle' | 'feature', items: string[]): void => {
            const emptied = { ...record, bundles: [], product_features: [] };
            this.edit(practiceId, applyNames(emptied, { action: 'add', type, items }, metadata) ?? {});
          };
          put('bundle', namesIn(body.bundles ?? []));
          put('feature', namesIn(body.product_features ?? []));
        }
        return reply(updatePracticeFeatures, { status: 'success', message: '' }, { etag: this.etagOf(practiceId) });
      }),
    ];
  }

  #bulkCalls(): ReturnType<typeof answer>[] {
    return [
      answer(previewBulkUpdate, ({ body }) => {
        const metadata = metadataOf(this.insiders);
        const targets = this.#targets(body);
        const changing = (items: string[]): number =>
          targets.filter((id) => {
            const record = this.#recordOf(id);
            return record && applyNames(record, { ...body, items }, metadata);
          }).length;
        const changed = changing(body.items);
        return reply(previewBulkUpdate, {
          practices: targets.length,
          changed,
          unchanged: targets.length - changed,
          items: body.items.map((name) => ({
            name,
            display_name:
              [...metadata.bundles, ...metadata.features].find((item) => item.name === name)?.display_name ?? name,
            practices: changing([name]),
          })),
          held_by_subscriptions: body.action === 'remove' ? this.heldBySubscriptions : 0,
        });
      }),
      answer(bulkUpdateFeatures, ({ body, idempotencyKey }) => {
        const known = idempotencyKey === null ? undefined : this.#answered.get(idempotencyKey);
        if (known) return known.clone();
        this.bulkCalls.push({ body, key: idempotencyKey });
        const targets = this.#targets(body);
        const response =
          targets.length > this.syncLimit
            ? reply(bulkUpdateFeatures, { status: 'accepted', message: '', job_id: this.begin(body, targets) })
            : this.#atOnce(targets.map((id) => this.apply(body, id)));
        if (idempotencyKey !== null) this.#answered.set(idempotencyKey, response.clone());
        return response;
      }),
    ];
  }

  #atOnce(results: BulkResult[]): Response {
    const status = results.some((result) => result.status === 'failed') ? 'partial' : 'success';
    return reply(bulkUpdateFeatures, { status, message: '', results });
  }
}
