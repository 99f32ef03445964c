/** What people read about subscriptions of practices. */
const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });
const items = (count: number): string => (count === 1 ? '1 subscription item' : `${count} subscription items`);

export const messages = {
  attached: (count: number, restored: readonly string[]): string =>
    `Successfully attached ${items(count)}${restored.length > 0 ? ` and restored ${nameList.format(restored)}` : ''}`,
  removed: (name: string): string => `Successfully removed ${name}`,
  removedAndKept: (name: string): string => `Successfully removed ${name}. Its features were kept`,
  noSuchItem: 'There is no such item',
  anItem: 'the item',
  otherCustomer: 'Not an item of these customers',
  noItemOf: 'None of the items is of this customer',
  twice: 'Listed twice',
  notAttached: "These items don't belong to these customers. Nothing was attached.",
  canceled: (name: string): string => `The subscription of ${name} is canceled, so it cannot be attached.`,
  alreadyAssigned: (name: string): string => `${name} is already assigned to this practice. Nothing was attached.`,
  noSeat: (name: string): string => `Every seat of ${name} is taken. Nothing was attached.`,
  noSeatHere: 'This practice has no such subscription item.',
} as const;
