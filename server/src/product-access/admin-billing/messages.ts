import { plural } from 'shared-api/contracts';
/** Texts about practices' subscriptions. */
const nameList = new Intl.ListFormat('en-US', { type: 'conjunction' });
const items = (count: number): string => plural(count, 'subscription item');

export const messages = {
  attached: (count: number, restored: readonly string[]): string =>
    `Successfully attached ${items(count)}${restored.length > 0 ? ` and restored ${nameList.format(restored)}` : ''}`,
  removed: (name: string): string => `Successfully removed ${name}`,
  removedAndKept: (name: string): string => `Successfully removed ${name}. Its features were kept`,
  noSuchItem: 'This item doesn’t exist',
  anItem: 'the item',
  otherCustomer: 'This item doesn’t belong to these customers',
  noItemOf: 'Select at least one item of this customer',
  twice: 'Listed more than once',
  notAttached: 'These items don’t belong to these customers. Nothing was attached.',
  canceled: (name: string): string => `The subscription of ${name} is canceled, so it can’t be attached.`,
  alreadyAssigned: (name: string): string => `${name} is already assigned to this practice. Nothing was attached.`,
  noSeat: (name: string): string => `${name} has no free seat. Nothing was attached.`,
  comesWith: (name: string): string => `This scheduled seat comes with the seat on ${name}. Remove that one instead.`,
  noSeatHere: 'This practice doesn’t have this subscription item. Reload the page.',
} as const;
