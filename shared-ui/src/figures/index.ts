export {
  DateText,
  type DateTextProps,
  formatDate,
  formatInstant,
  formatInstantInZone,
  formatShortDate,
  zoneText,
} from './dates';
export { formatMoney, Money, type MoneyProps } from './money';
