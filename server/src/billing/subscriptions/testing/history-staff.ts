/** Steps of internal staff: grants, manual removals, and seats of other organizations. */
import type { PracticeFeatures } from 'shared-api/contracts';
import { testAudit } from '../../../testing/test-server.js';
import { assignSeatsOfSubscription } from '../commands/assign-subscription-seats.js';
import { CARDS, assert, InvariantViolation } from './history-types.js';
import { HistoryChanges } from './history-changes.js';

export abstract class HistoryStaff extends HistoryChanges {
  protected async record(): Promise<PracticeFeatures> {
    const [record] = await this.read<PracticeFeatures[]>(`/api/${this.clinic.practiceId}/features/`, this.staff);
    if (!record) throw new InvariantViolation('The practice has no features record');
    return record;
  }

  protected async saveFeatures(features: readonly string[], bundles: readonly string[]): Promise<void> {
    const response = await this.call(
      'PUT',
      `/api/${this.clinic.practiceId}/features/update_practice_features/`,
      { bundles: bundles.map((name) => ({ name })), product_features: features.map((name) => ({ name })) },
      this.staff,
    );
    assert(response.statusCode === 200, `Saving features answered ${response.statusCode}: ${response.body}`);
  }

  async grant(): Promise<boolean> {
    const { random } = this.world;
    const { features } = await this.summary();
    const feature = random.pick(features.filter(({ is_active: isActive }) => !isActive));
    if (!feature) return false;
    this.note(`grant ${feature.name}`);
    const { product_features: names, bundles } = await this.record();
    await this.saveFeatures(
      [...names.map((one) => one.feature_name), feature.name],
      bundles.map((one) => one.bundle_name),
    );
    this.grants.add(feature.name);
    this.dropRemoval('feature', feature.name);
    return true;
  }

  async revoke(): Promise<boolean> {
    const { random } = this.world;
    const { product_features: names, bundles } = await this.record();
    const feature = random.pick(names);
    if (!feature) return false;
    this.note(`revoke ${feature.feature_name}`);
    const against = (await this.usableItems()).filter(({ features }) => features.has(feature.feature_name));
    await this.saveFeatures(
      names.map((one) => one.feature_name).filter((name) => name !== feature.feature_name),
      bundles.map((one) => one.bundle_name),
    );
    this.grants.delete(feature.feature_name);
    const earlier = this.removals.find(({ name }) => name === feature.feature_name)?.against ?? new Set<string>();
    this.dropRemoval('feature', feature.feature_name);
    this.removals.push({
      kind: 'feature',
      name: feature.feature_name,
      against: new Set([...earlier, ...against.map(({ item: itemId }) => itemId)]),
    });
    const { withheld } = await this.summary();
    const isPaid = against.length > 0;
    const isShown = withheld.some(({ name }) => name === feature.feature_name);
    assert(
      isPaid === isShown,
      `${feature.feature_name} is ${isPaid ? '' : 'not '}paid for, and shown as withheld: ${isShown}`,
    );
    return true;
  }

  async restore(): Promise<boolean> {
    const [first] = (await this.summary()).withheld;
    if (!first) return false;
    this.note(`restore ${first.name}`);
    const response = await this.call('POST', `/api/${this.clinic.practiceId}/practice-features/restore/`, {
      items: [{ kind: first.kind, name: first.name }],
    });
    assert(response.statusCode === 200, `Restoring answered ${response.statusCode}: ${response.body}`);
    this.dropRemoval(first.kind, first.name);
    return true;
  }

  /** Staff attach a seat on a subscription that another organization pays for, and remove it again. */
  async attach(): Promise<boolean> {
    const { server, random } = this.world;
    const key = random.pick(['analytics_monthly', 'engagement_monthly', 'phones_monthly'] as const) ?? 'phones_monthly';
    this.note(`attach ${key}`);
    const owner = await this.stripe.customers.create({ name: 'Another Group', email: 'group@test.example' });
    const method = await this.stripe.paymentMethods.attach(CARDS.good, { customer: owner.id });
    const subscription = await this.stripe.subscriptions.create({
      customer: owner.id,
      items: [{ price: server.price(key), quantity: 2 }],
      default_payment_method: method.id,
    });
    const projector = { db: server.db, stripe: this.stripe };
    await assignSeatsOfSubscription(
      projector,
      { practiceId: this.clinic.practiceId, subscription: subscription.id },
      testAudit(server.clock.now),
    );
    this.attached.push(subscription.id);
    this.customers.add(owner.id);
    return true;
  }

  async detach(): Promise<boolean> {
    const id = this.attached.pop();
    if (id === undefined) return false;
    this.note('detach');
    const { items } = await this.stripe.subscriptions.retrieve(id);
    for (const item of items.data) {
      const response = await this.call(
        'POST',
        `/api/${this.clinic.practiceId}/admin-billing/remove_subscription/`,
        { subscription_item_id: item.id, deactivate_features: true },
        this.staff,
      );
      assert(response.statusCode === 200, `Detaching answered ${response.statusCode}: ${response.body}`);
    }
    return true;
  }
}
