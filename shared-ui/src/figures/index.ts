export { DateText, type DateTextProps, formatDate, formatInstant, formatInstantInZone, zoneText } from './dates';
export { formatMoney, Money, type MoneyProps } from './money';
