/** Texts about the sources of a practice's features. */
export const messages = {
  /** The source that keeps a feature that would otherwise be lost. */
  through: {
    subscription: (product: string): string => `Subscription: ${product}`,
    trial: (product: string): string => `Trial of ${product}`,
    bundle: (name: string): string => `Bundle ${name}`,
    byHand: 'Added manually',
  },
} as const;
