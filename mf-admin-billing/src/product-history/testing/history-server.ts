/** A mock server with the product changes of a practice, for tests and the standalone host. */
import {
  dayIn,
  listProductChanges,
  type ProductChange,
  type ProductChangeType,
  productChangeTypes,
} from 'shared-api/contracts';
import { answer, type HandledRequest, reply } from 'shared-api/testing';

/** Nov 20, 2026, 9:42 AM in Chicago. */
export const FIRST_AT = Date.UTC(2026, 10, 20, 15, 42) / 1000;
const A_DAY = 86_400;

export function aChange(over: Partial<ProductChange> = {}): ProductChange {
  return {
    id: 'c1',
    change_type: 'ADD_BUNDLE',
    bundle_name: 'growth',
    bundle_id: 2,
    feature_name: null,
    feature_display_name: null,
    product_name: 'Growth',
    user: { name: 'Iris Okafor', email: 'iris@console.example' },
    created_at: FIRST_AT,
    trial_start_date: null,
    trial_end_date: null,
    notes: null,
    additional_data: null,
    ...over,
  };
}

/** One change per day, newest first, cycling through the types. */
export function someChanges(count: number, now = FIRST_AT): ProductChange[] {
  const names = ['Growth', 'Voice', 'Core'] as const;
  return Array.from({ length: count }, (_, at) => {
    const type: ProductChangeType = productChangeTypes[at % productChangeTypes.length] ?? 'ADD_BUNDLE';
    const product = names[at % names.length] ?? 'Core';
    const trial = type.startsWith('TRIAL');
    return aChange({
      id: `c${at + 1}`,
      change_type: type,
      product_name: product,
      bundle_name: product.toLowerCase(),
      created_at: now - at * A_DAY,
      ...(type.endsWith('FEATURE') && { feature_name: 'team_chat', feature_display_name: 'Team chat' }),
      ...(trial && { trial_start_date: now - at * A_DAY, trial_end_date: now - at * A_DAY + 14 * A_DAY }),
      additional_data: at % 2 === 0 ? { before: { bundles: ['Core'] }, after: { bundles: ['Core', product] } } : null,
    });
  });
}

type Query = HandledRequest<typeof listProductChanges>['query'];

export class HistoryServer {
  readonly queries: Query[] = [];

  constructor(
    public changes: readonly ProductChange[] = someChanges(23),
    private readonly timeZone = 'America/Chicago',
  ) {}

  private matching(query: Query): ProductChange[] {
    const { change_type, from_date, to_date, product_name, feature_name, sort_by, sort_order } = query;
    const has = (text: string | null, part: string | undefined): boolean =>
      part === undefined || (text ?? '').toLowerCase().includes(part.toLowerCase());
    const day = ({ created_at }: ProductChange): string => dayIn(this.timeZone, new Date(created_at * 1000));
    const found = this.changes.filter(
      (change) =>
        (change_type === undefined || change.change_type === change_type) &&
        (from_date === undefined || day(change) >= from_date) &&
        (to_date === undefined || day(change) <= to_date) &&
        has(change.product_name, product_name) &&
        has(change.feature_display_name ?? change.feature_name, feature_name),
    );
    const by = (one: ProductChange, other: ProductChange): number =>
      one[sort_by] < other[sort_by] ? -1 : one[sort_by] > other[sort_by] ? 1 : 0;
    return found.sort((one, other) => (sort_order === 'asc' ? by(one, other) : -by(one, other)));
  }

  handlers() {
    return [
      answer(listProductChanges, ({ query }) => {
        this.queries.push(query);
        const found = this.matching(query);
        const size = Number(query.page_size);
        const page = Math.min(Math.max(1, query.page), Math.max(1, Math.ceil(found.length / size)));
        const results = found.slice((page - 1) * size, page * size);
        return reply(listProductChanges, { results, count: found.length, page });
      }),
    ];
  }
}
