/**
 * A customer's cards, a separate kit entry. Requests are props, because each module sends them through its own slice.
 */
export { AddCardDialog, type AddCardDialogProps } from './AddCardDialog';
export { BrandIcon, brandName } from './brands';
export type { AddCardCalls, ConfirmedCard, CallResult, QueryState } from './calls';
export { cardName } from './CardTile';
export { CustomerCards, type CustomerCardsProps } from './CustomerCards';
export { expiryText, shortExpiryText } from './expiry';
export { cardMessages } from './messages';
export { ReadingNotice, type ReadingNoticeProps, useReadOn } from './ReadingNotice';
export { PayInvoicesDialog, type PayInvoicesDialogProps } from './PayInvoicesDialog';
