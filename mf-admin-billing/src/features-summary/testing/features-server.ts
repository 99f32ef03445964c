/** A mock server with one practice's record that stores saves, for tests and the standalone host. */
import {
  type AnswerOf,
  type BodyOf,
  type Conflict,
  featureDates,
  type FeaturesEffect,
  type FeaturesMetadata,
  type PracticeFeatures,
  previewPracticeFeatures,
  readFeaturesMetadata,
  readPracticeFeatures,
  restoreWithheld,
  updatePracticeFeatureFlags,
  updatePracticeFeatures,
  type WithheldEntitlement,
} from 'shared-api/contracts';
import { listFeatureFlagUses } from 'shared-api/contracts/module-feature-flags';
import { answer, type HandledRequest, errorReply, reply } from 'shared-api/testing';

const codeOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
export const namedAs = (name: string) => ({ name: codeOf(name), display_name: name });

export const metadata: FeaturesMetadata = {
  bundles: [
    { ...namedAs('Core'), description: 'Charts and recall', features: ['recall_list', 'patient_search'] },
    { ...namedAs('Growth'), description: 'Campaigns and reviews', features: ['reviews', 'recall_list'] },
    { ...namedAs('Voice'), description: 'Call tracking', features: ['call_tracking'] },
  ],
  features: ['Recall list', 'Patient search', 'Reviews', 'Call tracking', 'Team chat'].map((name) => ({
    ...namedAs(name),
    description: '',
  })),
  feature_flags: [namedAs('Beta reports'), namedAs('Fast sync')],
};

/** The modules that use each flag of the catalog. */
const flagUses: AnswerOf<typeof listFeatureFlagUses>['flags'] = metadata.feature_flags.map((flag) => ({
  ...flag,
  modules: flag.name === 'beta_reports' ? [{ name: 'mf-hours', title: 'Hours' }] : [],
}));

type Sources = PracticeFeatures['bundles'][number]['sources'];
export const aBundle = (name: string, sources: Sources = ['subscription']) => ({
  bundle_name: codeOf(name),
  display_name: name,
  sources,
});
export const aFeature = (name: string, sources: Sources = ['subscription'], via: string[] = []) => ({
  feature_name: codeOf(name),
  display_name: name,
  sources,
  via,
});

/** A feature of Core that staff removed manually. */
export const aWithheldFeature = (name: string, over: Partial<WithheldEntitlement> = {}): WithheldEntitlement => ({
  ...namedAs(name),
  kind: 'feature',
  by: 'Iris Okafor',
  at: CHANGED_AT,
  notes: null,
  paid_by: ['Practice Core'],
  can_restore: true,
  ...over,
});
export const aFlag = (name: string) => ({ feature: codeOf(name), display_name: name });

export function aRecord(over: Partial<PracticeFeatures> = {}): PracticeFeatures {
  return {
    practice_id: 1,
    practice: 'Bright Smiles Dental',
    bundles: [aBundle('Core')],
    features: [aFlag('Beta reports')],
    product_features: [aFeature('Recall list'), aFeature('Patient search'), aFeature('Team chat', ['grant'])],
    account_expiration_date: '2027-03-31',
    snapshot_expiration_date: null,
    baseline_date: '2025-01-15',
    withheld: [],
    flags_etag: '"flags-1"',
    ...over,
  };
}

export const CHANGED_AT = Date.UTC(2026, 10, 20, 15, 42) / 1000;

export type FeaturesSave =
  | { call: 'access'; body: BodyOf<typeof updatePracticeFeatures>; ifMatch: string | null }
  | { call: 'flags'; body: BodyOf<typeof updatePracticeFeatureFlags>; ifMatch: string | null };

const labelOf = (kind: 'bundles' | 'features', name: string): string =>
  metadata[kind].find((known) => known.name === name)?.display_name ?? name;

export class FeaturesServer {
  readonly saves: FeaturesSave[] = [];
  readonly restored: string[] = [];
  /** Replaces the response to a save. Returning undefined keeps the default. */
  override: (save: FeaturesSave) => Response | Promise<Response> | undefined = () => undefined;
  private version = 1;
  private flagsVersion = 1;
  private latest: Conflict = { changed_by: 'Nobody', changed_at: 0 };

  constructor(public record: PracticeFeatures | null = aRecord()) {}

  /** Simulates a save by someone else; both parts get a new version. */
  changeByOther(over: Partial<PracticeFeatures>, by = 'Iris Okafor'): void {
    this.version += 1;
    this.flagsVersion += 1;
    this.latest = { changed_by: by, changed_at: CHANGED_AT };
    const changes = featureDates.filter((date) => over[date] !== undefined).map((field) => ({ field, ...this.latest }));
    this.record = { ...(this.record ?? aRecord()), changes, ...over, flags_etag: this.flagsEtag };
  }

  get etag(): string {
    return `"${this.version}"`;
  }

  get flagsEtag(): string {
    return `"flags-${this.flagsVersion}"`;
  }

  /** The effect of the lists. A feature of both Core and Growth stays while either remains. */
  effectOf({ bundles = [], product_features: requested = [] }: BodyOf<typeof previewPracticeFeatures>): FeaturesEffect {
    const previousBundles = this.record?.bundles.map(({ bundle_name }) => bundle_name) ?? [];
    const previousFeatures = this.record?.product_features.map(({ feature_name }) => feature_name) ?? [];
    const given = (names: readonly string[]): string[] =>
      metadata.bundles.filter(({ name }) => names.includes(name)).flatMap(({ features }) => features);
    const now = bundles as string[];
    const removedBundles = previousBundles.filter((name) => !now.includes(name));
    const added = now.filter((name) => !previousBundles.includes(name));
    const toNamedItems = (kind: 'bundles' | 'features', names: Iterable<string>) =>
      [...new Set(names)].map((name) => ({ name, display_name: labelOf(kind, name) }));
    const through = (feature: string): string[] =>
      metadata.bundles
        .filter(({ name, features }) => now.includes(name) && features.includes(feature))
        .map(({ display_name }) => `bundle ${display_name}`);
    const affected = [
      ...given(removedBundles),
      ...previousFeatures.filter((name) => !(requested as string[]).includes(name)),
    ];
    return {
      bundles_gained: toNamedItems('bundles', added),
      bundles_lost: toNamedItems('bundles', removedBundles),
      features_gained: toNamedItems(
        'features',
        [...given(added), ...(requested as string[])].filter((name) => !previousFeatures.includes(name)),
      ),
      features_lost: toNamedItems(
        'features',
        affected.filter((name) => through(name).length === 0),
      ),
      features_kept: toNamedItems(
        'features',
        affected.filter((name) => through(name).length > 0),
      ).map((one) => ({
        ...one,
        through: through(one.name),
      })),
    };
  }

  private saveAccess({ body, ifMatch }: HandledRequest<typeof updatePracticeFeatures>): Response {
    if (ifMatch !== null && ifMatch !== this.etag) return this.refuse('this practice’s bundles and features');
    this.version += 1;
    const { bundles, product_features, account_expiration_date, snapshot_expiration_date, baseline_date } = body;
    const dates = { account_expiration_date, snapshot_expiration_date, baseline_date };
    const record = this.record ?? aRecord();
    this.record = {
      ...record,
      ...(bundles && {
        bundles: bundles.map(
          (name) =>
            record.bundles.find(({ bundle_name }) => bundle_name === name) ??
            aBundle(labelOf('bundles', name as string), ['grant']),
        ),
      }),
      ...(product_features && {
        product_features: product_features.map(
          (name) =>
            record.product_features.find(({ feature_name }) => feature_name === name) ??
            aFeature(labelOf('features', name as string), ['grant']),
        ),
      }),
      ...dates,
    } as PracticeFeatures;
    return reply(updatePracticeFeatures, { status: 'success', message: 'Saved' }, { etag: this.etag });
  }

  private restore({ body }: HandledRequest<typeof restoreWithheld>): Response {
    const record = this.record ?? aRecord();
    const names = body.items.map(({ name }) => name);
    const restored = (record.withheld ?? []).filter(({ name }) => names.includes(name));
    this.restored.push(...names);
    this.version += 1;
    this.record = {
      ...record,
      product_features: [...record.product_features, ...restored.map(({ display_name }) => aFeature(display_name))],
      withheld: (record.withheld ?? []).filter(({ name }) => !names.includes(name)),
    };
    return reply(restoreWithheld, { status: 'success', message: 'Restored' });
  }

  private saveFlags({ body, ifMatch }: HandledRequest<typeof updatePracticeFeatureFlags>): Response {
    if (ifMatch !== null && ifMatch !== this.flagsEtag) return this.refuse('this practice’s flags');
    this.flagsVersion += 1;
    const flags = metadata.feature_flags.filter(({ name }) => (body.features as string[]).includes(name));
    this.record = {
      ...(this.record ?? aRecord()),
      features: flags.map(({ display_name }) => aFlag(display_name)),
      flags_etag: this.flagsEtag,
    };
    return reply(updatePracticeFeatureFlags, { status: 'success', message: 'Saved' }, { etag: this.flagsEtag });
  }

  private refuse(what: string): Response {
    const message = `${this.latest.changed_by} changed ${what} while you were editing. Nothing was saved.`;
    return errorReply(409, 'stale', message, { conflict: this.latest });
  }

  handlers() {
    return [
      answer(readPracticeFeatures, () =>
        reply(readPracticeFeatures, this.record ? [this.record] : [], { etag: this.etag }),
      ),
      answer(restoreWithheld, (request) => this.restore(request)),
      answer(readFeaturesMetadata, () => reply(readFeaturesMetadata, metadata)),
      answer(listFeatureFlagUses, () => reply(listFeatureFlagUses, { flags: flagUses })),
      answer(previewPracticeFeatures, ({ body }) => reply(previewPracticeFeatures, this.effectOf(body))),
      answer(updatePracticeFeatures, async (request) => {
        const save: FeaturesSave = { call: 'access', body: request.body, ifMatch: request.ifMatch };
        this.saves.push(save);
        return (await this.override(save)) ?? this.saveAccess(request);
      }),
      answer(updatePracticeFeatureFlags, async (request) => {
        const save: FeaturesSave = { call: 'flags', body: request.body, ifMatch: request.ifMatch };
        this.saves.push(save);
        return (await this.override(save)) ?? this.saveFlags(request);
      }),
    ];
  }
}
