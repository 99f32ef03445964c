/**
 * The cards of a customer, for every module that shows them: an entry of its own. The calls come as props, since each
 * module makes them through its own slice.
 */
export { AddCardDialog, type AddCardDialogProps } from './AddCardDialog';
export { BrandIcon, brandName } from './brands';
export type { AddCardCalls, ConfirmedCard, Ended, Reading } from './calls';
export { cardName } from './CardTile';
export { CustomerCards, type CustomerCardsProps } from './CustomerCards';
export { expiryText, shortExpiryText } from './expiry';
export { cardMessages } from './messages';
export { PayInvoicesDialog, type PayInvoicesDialogProps } from './PayInvoicesDialog';
