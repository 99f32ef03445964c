/** What people read about what gives a practice its features. */
export const messages = {
  /** Through what a feature is kept that would be lost otherwise. */
  through: {
    subscription: (product: string): string => `Subscription: ${product}`,
    trial: (product: string): string => `Trial of ${product}`,
    bundle: (name: string): string => `Bundle ${name}`,
    byHand: 'Added manually',
  },
} as const;
