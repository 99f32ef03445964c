import { ownersToAsk } from 'shared-api/contracts';

/** Texts for people without all billing rights. The reasons on buttons are in `shared-api/src/rules/rights.ts`. */
export const messages = {
  changesMissing: (owners: readonly string[] | undefined) =>
    `You can see what this practice uses and pays. To change subscriptions and cards, ask ${ownersToAsk(owners)}.`,
  amountsMissing: (owners: readonly string[] | undefined) =>
    `You can see what this practice uses. To see amounts, or to change subscriptions and cards, ask ${ownersToAsk(owners)}.`,
  cardsHidden: 'You can’t see the cards of this practice',
  invoicesHidden: 'You can’t see the invoices of this practice',
  ask: (owners: readonly string[] | undefined) => `To see amounts, cards and invoices, ask ${ownersToAsk(owners)}.`,
  seeSubscriptions: 'See subscriptions',
} as const;
