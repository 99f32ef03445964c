/** Default texts of the form. */
export const cardFormMessages = {
  loading: 'Loading the card form...',
  failed: 'Failed to initialize payment system',
  failedHelp: 'Couldn’t load the payment provider’s form. Check your connection and try again.',
  submit: 'Add card',
  refused: 'Couldn’t save the card. Check it and try again.',
  unfinished: 'The card isn’t confirmed yet. Try again.',
  note: 'Card details go straight to the payment provider. We never see or store them.',
} as const;
