/** A server of all practices' features, for tests and for the small host: it keeps what is changed. */
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
import { answer, type Heard, refusal, reply } from 'shared-api/testing';
import { BulkJobs } from './bulk-jobs';
import { namesIn, withNames } from './named-lists';
import { metadataOf, usageOf } from './practice-records';

export type FeaturesBody = Heard<typeof updatePracticeFeatures>['body'];

const nothing: FeaturesEffect = {
  bundles_gained: [],
  bundles_lost: [],
  features_gained: [],
  features_lost: [],
  features_kept: [],
};

export class PracticesServer extends BulkJobs {
  /** Lists that were asked for, bulk changes and saves that were made, in their order. */
  readonly listed: Heard<typeof listPracticeFeatures>['query'][] = [];
  readonly bulk: { body: BulkChange; key: string | null }[] = [];
  readonly saved: { practice: number; body: FeaturesBody; ifMatch: string | null }[] = [];
  insiders: number[] = [];
  /** Practices that cannot be changed in bulk, and why. */
  readonly failing = new Map<number, string>();
  /** More practices than this are a job. */
  small = 100;
  held = 0;
  readonly #versions = new Map<number, number>();
  readonly #answered = new Map<string, Response>();

  constructor(public records: PracticeFeatures[]) {
    super();
  }

  found({ search = '', insider = false }: PracticesFilter): PracticeFeatures[] {
    const text = search.toLowerCase();
    return this.records.filter(
      ({ practice_id, practice }) =>
        (practice.toLowerCase().includes(text) || String(practice_id) === text) &&
        (!insider || this.insiders.includes(practice_id)),
    );
  }

  etagOf(practice: number): string {
    return `"${this.#versions.get(practice) ?? 1}"`;
  }

  /** Another person's change, of which the page knows nothing. */
  edit(practice: number, over: Partial<PracticeFeatures>): void {
    this.records = this.records.map((record) => (record.practice_id === practice ? { ...record, ...over } : record));
    this.#versions.set(practice, (this.#versions.get(practice) ?? 1) + 1);
  }

  #targets({ practice_ids, filter }: BulkChange): number[] {
    return practice_ids ?? this.found(filter ?? {}).map(({ practice_id }) => practice_id);
  }

  #recordOf(practice: number): PracticeFeatures | undefined {
    return this.records.find(({ practice_id }) => practice_id === practice);
  }

  protected override apply({ action, type, items }: BulkChange, practice_id: number): BulkResult {
    const record = this.#recordOf(practice_id);
    const why = this.failing.get(practice_id);
    if (!record || why !== undefined) {
      return { practice_id, practice: record?.practice ?? '', status: 'failed', message: why ?? 'No such practice' };
    }
    const { practice } = record;
    const change = withNames(record, { action, type, items }, metadataOf(this.insiders));
    if (!change) return { practice_id, practice, status: 'unchanged' };
    this.edit(practice_id, change);
    return { practice_id, practice, status: 'changed' };
  }

  handlers(): ReturnType<typeof answer>[] {
    return [...this.#lists(), ...this.#onePractice(), ...this.#bulkCalls(), ...this.jobCalls()];
  }

  #lists(): ReturnType<typeof answer>[] {
    return [
      answer(readAllFeaturesMetadata, () => reply(readAllFeaturesMetadata, metadataOf(this.insiders))),
      answer(listPracticeFeatures, ({ query }) => {
        this.listed.push(query);
        const { page = 1, page_size = 100, search = '', insider } = query;
        const found = this.found({ search, insider: insider === 'true' });
        return reply(listPracticeFeatures, {
          results: found.slice((page - 1) * page_size, page * page_size),
          count: found.length,
          usage: usageOf(this.records),
        });
      }),
    ];
  }

  #onePractice(): ReturnType<typeof answer>[] {
    return [
      answer(readPracticeFeatures, ({ params: { practice } }) => {
        const record = this.#recordOf(practice);
        return reply(readPracticeFeatures, record ? [record] : [], { etag: this.etagOf(practice) });
      }),
      answer(previewPracticeFeatures, ({ params: { practice }, body }) => {
        const record = this.#recordOf(practice);
        const before = (record?.product_features ?? []).map(({ feature_name }) => feature_name);
        const after = namesIn(body.product_features ?? []);
        const told = (names: string[]): FeaturesEffect['features_lost'] =>
          names.map((name) => ({
            name,
            display_name: metadataOf([]).features.find((feature) => feature.name === name)?.display_name ?? name,
          }));
        return reply(previewPracticeFeatures, {
          ...nothing,
          features_gained: told(after.filter((name) => !before.includes(name))),
          features_lost: told(before.filter((name) => !after.includes(name))),
        });
      }),
      answer(updatePracticeFeatures, ({ params: { practice }, body, ifMatch }) => {
        if (ifMatch !== null && ifMatch !== this.etagOf(practice)) {
          return refusal(409, 'stale_version', 'The features were changed meanwhile.', {
            conflict: { changed_by: 'Ivy Internal', changed_at: Date.UTC(2026, 10, 20, 15, 42) / 1000 },
          });
        }
        this.saved.push({ practice, body, ifMatch });
        const record = this.#recordOf(practice);
        const metadata = metadataOf(this.insiders);
        if (record) {
          const put = (type: 'bundle' | 'feature', items: string[]): void => {
            const emptied = { ...record, bundles: [], product_features: [] };
            this.edit(practice, withNames(emptied, { action: 'add', type, items }, metadata) ?? {});
          };
          put('bundle', namesIn(body.bundles ?? []));
          put('feature', namesIn(body.product_features ?? []));
        }
        return reply(updatePracticeFeatures, { status: 'success', message: '' }, { etag: this.etagOf(practice) });
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
            return record && withNames(record, { ...body, items }, metadata);
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
          held_by_subscriptions: body.action === 'remove' ? this.held : 0,
        });
      }),
      answer(bulkUpdateFeatures, ({ body, idempotencyKey }) => {
        const known = idempotencyKey === null ? undefined : this.#answered.get(idempotencyKey);
        if (known) return known.clone();
        this.bulk.push({ body, key: idempotencyKey });
        const targets = this.#targets(body);
        const made =
          targets.length > this.small
            ? reply(bulkUpdateFeatures, { status: 'accepted', message: '', job_id: this.begin(body, targets) })
            : this.#atOnce(targets.map((id) => this.apply(body, id)));
        if (idempotencyKey !== null) this.#answered.set(idempotencyKey, made.clone());
        return made;
      }),
    ];
  }

  #atOnce(results: BulkResult[]): Response {
    const status = results.some((result) => result.status === 'failed') ? 'partial' : 'success';
    return reply(bulkUpdateFeatures, { status, message: '', results });
  }
}
