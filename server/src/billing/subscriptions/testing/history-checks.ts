/** Checks that must hold after every step of a generated history. */
import type { AddOnOffers, Subscription } from 'shared-api/contracts';
import { allFeaturesOf, contentsOf, plansByKey } from '../../catalogue/catalogue.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { type SelectedAddOns, type Removal, assert } from './history-types.js';
import { HistoryBadDays } from './history-bad-days.js';

export abstract class HistoryChecks extends HistoryBadDays {
  protected dropRemoval(kind: Removal['kind'], name: string): void {
    const at = this.removals.findIndex((one) => one.kind === kind && one.name === name);
    if (at >= 0) this.removals.splice(at, 1);
  }

  /** A purchase restores its manually removed bundles and features. */
  protected liftRemovals(priceIds: readonly string[]): void {
    for (const priceId of priceIds) {
      const contents = contentsOf(this.keyOf.get(priceId));
      for (const name of contents ? allFeaturesOf(contents) : []) this.dropRemoval('feature', name);
      for (const name of contents?.bundles ?? []) this.dropRemoval('bundle', name);
    }
  }

  protected keyOf: ReadonlyMap<string, string> = new Map();

  async loadCatalogue(): Promise<void> {
    this.keyOf = (await readCataloguePrices(this.world.server.db)).keyOf;
  }

  /** The product of the plan among the prices. */
  protected planOf(priceIds: readonly string[]): string | undefined {
    return priceIds.map((id) => plansByKey.get(this.keyOf.get(id) ?? '')?.product).find((one) => one !== undefined);
  }

  /** The practice's usable items at the provider, and the features of each. */
  protected async usableItems(): Promise<{ item: string; features: Set<string> }[]> {
    const own = await this.stripe.subscriptions.list({ customer: this.clinic.customer, status: 'all', limit: 100 });
    const attached = await Promise.all(this.attached.map((id) => this.stripe.subscriptions.retrieve(id)));
    return (
      [...own.data, ...attached]
        .filter(({ status }) => ['active', 'past_due', 'trialing'].includes(status))
        // The first charge after a trial was never paid.
        .filter(
          ({ status, trial_end: end, items }) =>
            status !== 'past_due' || end === null || end !== items.data[0]?.current_period_start,
        )
        .flatMap(({ items }) => items.data)
        .map(({ id, price }) => {
          const contents = contentsOf(this.keyOf.get(price.id));
          return { item: id, features: contents ? allFeaturesOf(contents) : new Set<string>() };
        })
    );
  }

  /** The practice can use exactly the features that are paid for or granted, except manually removed ones. */
  protected async checkUsable(): Promise<void> {
    const expected = new Set(this.grants);
    for (const { item: itemId, features } of await this.usableItems()) {
      for (const feature of features) {
        const isWithheld = this.removals.some(({ name, against }) => name === feature && against.has(itemId));
        if (!isWithheld) expected.add(feature);
      }
    }
    const { features } = await this.summary();
    const usable = features.filter(({ is_active: isActive }) => isActive).map(({ name }) => name);
    assert(
      [...expected].sort().join() === usable.sort().join(),
      `Paid for: ${[...expected].sort().join()}\nusable: ${usable.join()}`,
    );
  }

  /** Every offered add-on and plan can be bought. Every other one is rejected, and nothing changes. */
  protected async checkOffers(): Promise<void> {
    const { random, counts } = this.world;
    const subscription = random.pick(await this.active());
    if (subscription) {
      const offers = await this.offers(`subscription_id=${subscription.id}`);
      for (const offer of offers.offers) {
        const { state, feature_name: name, bundle_name: bundle, price, stripe_plans: prices } = offer;
        const chosen =
          state === 'offered'
            ? this.chosenFrom(offers, name)
            : [{ feature_name: name, plan_id: price?.id ?? prices[0]?.plan.id ?? 'price_none', bundle_name: bundle }];
        const change = { kind: 'add', subscription_id: subscription.id, optional_features: chosen };
        const { statusCode, body } = await this.preview(change);
        assert((statusCode === 200) === (state === 'offered'), `${name} is ${state}, and its preview answered ${body}`);
        counts.offersChecked += 1;
      }
      await this.checkRefusals(subscription, offers);
    }
    for (const plan of await this.plans()) {
      const change = { kind: 'start', plan_id: plan.id, customer_id: this.clinic.customer };
      const { statusCode, body } = await this.preview(change);
      const { state, reason } = plan.offer;
      // An unpaid subscribed plan is offered again, with the reason why it can't be started now.
      const isStartable = state === 'offered' && reason === null;
      assert((statusCode === 200) === isStartable, `${plan.name}: ${state}, ${reason ?? ''}, ${body}`);
      counts.offersChecked += 1;
    }
  }

  protected async checkRefusals(subscription: Subscription, { offers }: AddOnOffers): Promise<void> {
    const { random, counts, server } = this.world;
    const before = await this.fingerprint();
    const refused = random.pick(offers.filter(({ state }) => state !== 'offered'));
    const offered = random.pick(offers.filter(({ state }) => state === 'offered'));
    const other = offered?.stripe_plans.find(({ plan }) => plan.id !== offered.price?.id);
    const attempts: SelectedAddOns[] = [
      ...(refused
        ? [
            [
              {
                feature_name: refused.feature_name,
                plan_id: refused.stripe_plans[0]?.plan.id ?? '',
                bundle_name: refused.bundle_name,
              },
            ],
          ]
        : []),
      ...(offered && other
        ? [[{ feature_name: offered.feature_name, plan_id: other.plan.id, bundle_name: offered.bundle_name }]]
        : []),
      ...(offered
        ? [
            [
              {
                feature_name: offered.feature_name,
                plan_id: server.price('core_monthly'),
                bundle_name: offered.bundle_name,
              },
            ],
          ]
        : []),
    ];
    for (const chosen of attempts) {
      const response = await this.act(subscription.id, 'add-subscription-items', { optional_features: chosen });
      assert(
        response.statusCode >= 400 && response.statusCode < 500,
        `${JSON.stringify(chosen)} was sold: ${response.body}`,
      );
      counts.refusalsChecked += 1;
    }
    assert((await this.fingerprint()) === before, 'A refused purchase changed something at the provider');
  }
}
