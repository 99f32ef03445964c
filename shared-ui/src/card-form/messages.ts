/** What the form says while nobody gives it words of their own. */
export const cardFormMessages = {
  loading: 'Loading the card form...',
  failed: 'Failed to initialize payment system',
  failedHelp: 'The payment provider’s form could not be loaded. Check your connection and try again.',
  submit: 'Add card',
  refused: 'The card could not be saved. Check it and try again.',
  unfinished: 'The card is not confirmed yet. Try again.',
  note: 'The card goes straight to the payment provider. It is neither seen nor kept here.',
} as const;
