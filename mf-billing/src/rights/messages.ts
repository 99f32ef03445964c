/** Texts for people without all billing rights. The reasons on buttons are in `shared-api/src/rules/rights.ts`. */
export const messages = {
  changesMissing: 'You can see what this practice uses and pays. Ask an owner to change subscriptions and cards.',
  amountsMissing:
    'You can see what this practice uses. Ask an owner to see amounts, or to change subscriptions and cards.',
  cardsHidden: 'You can’t see the cards of this practice',
  invoicesHidden: 'You can’t see the invoices of this practice',
} as const;
