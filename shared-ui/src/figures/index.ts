export { DateText, type DateTextProps, formatDate, formatInstant, zoneText } from './dates';
export { formatMoney, Money, type MoneyProps } from './money';
