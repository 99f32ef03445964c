/** A mock server with customers and seats, for tests and the standalone host. */
import {
  type AdminCustomer,
  type AdminItem,
  type BodyOf,
  type FeaturesEffect,
  listPracticeSubscriptions,
  listPracticeUsers,
  previewAttachment,
  type PracticeUser,
  previewRemoval,
  readBillingRevision,
  removeSubscription,
  saveSubscriptions,
  searchCustomers,
  type WithheldEntitlement,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { aCustomer, owner, PRACTICE, staff } from './builders';

const noEffect: FeaturesEffect = {
  bundles_gained: [],
  bundles_lost: [],
  features_gained: [],
  features_lost: [],
  features_kept: [],
};

const unique = <Item extends { name: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.name, item])).values(),
];

export class SubscriptionsServer {
  readonly searchQueries: string[] = [];
  readonly saveCalls: BodyOf<typeof saveSubscriptions>[] = [];
  readonly removeCalls: BodyOf<typeof removeSubscription>[] = [];
  readonly removalPreviews: BodyOf<typeof previewRemoval>[] = [];
  users: PracticeUser[] = [owner, staff];
  dashboard: string | null = 'https://dashboard.example';
  hasMore = false;
  revision = 'r1';
  /** Features of attached subscriptions that staff removed manually. */
  withheld: WithheldEntitlement[] = [];
  readonly attachmentPreviews: BodyOf<typeof previewAttachment>[] = [];
  /** The features that a removal keeps, because Growth includes them too. */
  keptFeatures: FeaturesEffect['features_kept'] = [
    { name: 'recall_list', display_name: 'Recall list', through: ['bundle Growth'] },
  ];
  /** Replaces the response to a save or a removal. Returning undefined keeps the default. */
  override: (
    call: 'save' | 'remove',
    body: BodyOf<typeof saveSubscriptions> | BodyOf<typeof removeSubscription>,
  ) => Response | Promise<Response> | undefined = () => undefined;

  /** @param practice the page's practice */
  constructor(
    public customers: AdminCustomer[] = [aCustomer()],
    private readonly practice = PRACTICE,
  ) {}

  /** The items of all subscriptions by id. */
  private items(): Map<string, AdminItem> {
    const all = this.customers.flatMap(({ subscriptions }) => subscriptions.flatMap(({ items }) => items));
    return new Map(all.map((item) => [item.id, item]));
  }

  /** False for a scheduled item whose seat comes with the item that it continues. */
  private hasRealSeat(id: string): boolean {
    const items = this.items();
    const has = (item: AdminItem | undefined): boolean =>
      item?.assigned_practices.some((practice) => practice.id === this.practice.id) ?? false;
    const item = items.get(id);
    return has(item) && !has(items.get(item?.continues ?? ''));
  }

  /** Adds or removes the practice's seats on items. */
  remove(...ids: string[]): void {
    this.change(ids, false);
  }

  private change(ids: readonly string[], assign: boolean): void {
    const changed = (item: AdminItem): AdminItem => {
      if (!ids.includes(item.id) && !ids.includes(item.continues ?? '')) return item;
      const others = item.assigned_practices.filter(({ id }) => id !== this.practice.id);
      const assigned = assign ? [...others, this.practice] : others;
      return {
        ...item,
        assigned_practices: assigned,
        used_quantity: assigned.length,
        available_quantity: item.total_quantity - assigned.length,
      };
    };
    this.customers = this.customers.map((customer) => ({
      ...customer,
      subscriptions: customer.subscriptions.map((one) => ({ ...one, items: one.items.map(changed) })),
    }));
  }

  /** Customers with the subscriptions on which the practice has a seat, and their scheduled changes. */
  private own(): AdminCustomer[] {
    const has = ({ items }: { items: readonly AdminItem[] }): boolean =>
      items.some(({ assigned_practices }) => assigned_practices.some(({ id }) => id === this.practice.id));
    return this.customers
      .map((customer) => ({ ...customer, subscriptions: customer.subscriptions.filter(has) }))
      .filter(({ subscriptions }) => subscriptions.length > 0);
  }

  private effectOf(body: BodyOf<typeof previewRemoval>): FeaturesEffect {
    this.removalPreviews.push(body);
    if (!body.deactivate_features) return { ...noEffect, features_kept: this.keptFeatures };
    const items = this.items();
    const given = body.subscription_item_ids.flatMap((id) => items.get(id) ?? []);
    return {
      ...noEffect,
      bundles_lost: given.flatMap(({ bundles }) => bundles),
      features_lost: given
        .flatMap(({ bundles, features }) => [...bundles.flatMap((bundle) => bundle.features), ...features])
        .filter(({ name }) => !this.keptFeatures.some((kept) => kept.name === name)),
      features_kept: this.keptFeatures,
    };
  }

  private attachmentOf(body: BodyOf<typeof previewAttachment>): Response {
    this.attachmentPreviews.push(body);
    const items = this.items();
    const given = body.subscription_items.flatMap((id) => items.get(id) ?? []);
    const unchanged = body.lift_withheld === false ? this.withheld.map(({ name }) => name) : [];
    const features = given
      .flatMap((item) => [...item.bundles.flatMap((bundle) => bundle.features), ...item.features])
      .filter(({ name }) => !unchanged.includes(name));
    return reply(previewAttachment, {
      effect: {
        ...noEffect,
        bundles_gained: unique(given.flatMap(({ bundles }) => bundles)),
        features_gained: unique(features),
      },
      withheld: this.withheld,
    });
  }

  handlers() {
    const { dashboard: dashboard_url } = this;
    return [
      answer(listPracticeSubscriptions, () =>
        reply(listPracticeSubscriptions, { status: 'success', data: this.own(), dashboard_url }),
      ),
      answer(searchCustomers, ({ query: { query } }) => {
        this.searchQueries.push(query);
        const data = this.customers.filter(({ id, name, email }) =>
          `${id} ${name ?? ''} ${email ?? ''}`.toLowerCase().includes(query.toLowerCase()),
        );
        return reply(searchCustomers, { status: 'success', data, dashboard_url, has_more: this.hasMore });
      }),
      answer(saveSubscriptions, async ({ body }) => {
        this.saveCalls.push(body);
        const other = await this.override('save', body);
        if (other) return other;
        this.change(body.subscription_items, true);
        return reply(saveSubscriptions, {
          status: 'success',
          message: 'Subscriptions saved',
          assigned: body.subscription_items,
        });
      }),
      answer(previewAttachment, ({ body }) => this.attachmentOf(body)),
      answer(readBillingRevision, () => reply(readBillingRevision, { revision: this.revision })),
      answer(previewRemoval, ({ body }) =>
        body.subscription_item_ids.every((id) => this.hasRealSeat(id))
          ? reply(previewRemoval, this.effectOf(body))
          : errorReply(404, 'not_found', 'This practice has no seat on this item.'),
      ),
      answer(removeSubscription, async ({ body }) => {
        this.removeCalls.push(body);
        const other = await this.override('remove', body);
        if (other) return other;
        if (!this.hasRealSeat(body.subscription_item_id)) {
          return errorReply(404, 'not_found', 'This practice has no seat on this item.');
        }
        this.change([body.subscription_item_id], false);
        return reply(removeSubscription, { status: 'success', message: 'Removed' });
      }),
      answer(listPracticeUsers, () => reply(listPracticeUsers, { users: this.users })),
    ];
  }
}
