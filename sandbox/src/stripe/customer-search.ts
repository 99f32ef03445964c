/** Stripe's search query language, for customers: https://docs.stripe.com/search#search-query-language */
import type Stripe from 'stripe';
import { type StripeError, invalidRequest } from './errors.js';

type Matcher = (customer: Stripe.Customer) => boolean;

const MAX_CLAUSES = 10;
const MIN_SUBSTRING = 3;

/** `email:'a@b.c'`, `-name~'smi'`, `metadata['practice']:null`, `created>=1700000000` */
const clause =
  /^(?<minus>-?)(?:(?<field>[a-z_]+)|metadata\[(?<mark>['"])(?<key>.+?)\k<mark>\])(?<operator>:|~|>=|<=|>|<)(?:(?<quote>['"])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>|(?<number>\d+)|(?<null>null))$/;

/** The separators of clauses. Both words may also occur in a search text. */
const between = / (AND|OR) (?=-?(?:[a-z_]+\s*[:~<>]|metadata\b))/;

const textFields = new Set(['email', 'name', 'phone']);

function refused(query: string, why: string): StripeError {
  return invalidRequest(
    `We were unable to parse your search query. ${why} The query was: ${query}. See https://docs.stripe.com/search`,
    { param: 'query' },
  );
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  ':': (value, limit) => value === limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
};

function valueMatcher(query: string, parts: Record<string, string | undefined>): Matcher {
  const { field = '', key, operator = '', text, number } = parts;
  if (field === 'created') {
    const compare = comparisons[operator];
    if (number === undefined || !compare) throw refused(query, '`created` is compared with a number.');
    return ({ created }) => compare(created, Number(number));
  }
  if (key === undefined && !textFields.has(field)) throw refused(query, `Field \`${field}\` is not searchable.`);
  const valueOf = (customer: Stripe.Customer): string | null | undefined =>
    key === undefined ? customer[field as 'email' | 'name' | 'phone'] : customer.metadata[key];
  if (parts['null'] !== undefined && operator === ':') return (customer) => (valueOf(customer) ?? null) === null;
  if (text === undefined || (operator !== ':' && operator !== '~')) {
    throw refused(query, 'A text is compared with `:` or `~`, in quotation marks.');
  }
  const sought = text.replace(/\\(.)/g, '$1').toLowerCase();
  if (operator === ':') return (customer) => (valueOf(customer) ?? '').toLowerCase() === sought;
  if (key !== undefined) throw refused(query, 'Metadata is compared with `:`.');
  if (sought.length < MIN_SUBSTRING) throw refused(query, `A part of a text has at least ${MIN_SUBSTRING} characters.`);
  return (customer) => (valueOf(customer) ?? '').toLowerCase().includes(sought);
}

function matcherOf(query: string, part: string): Matcher {
  const groups = clause.exec(part.trim())?.groups;
  if (!groups) throw refused(query, '');
  const matches = valueMatcher(query, groups);
  return groups['minus'] === '-' ? (customer) => !matches(customer) : matches;
}

/** A filter from clauses that are joined either by AND or by OR. @throws StripeError 400 for another query */
export function searchOf(query: string): Matcher {
  const parts = query.split(between);
  const joins = new Set(parts.filter((_, index) => index % 2 === 1));
  const clauses = parts.filter((_, index) => index % 2 === 0);
  if (joins.size > 1) throw refused(query, 'AND and OR can’t be combined in one query.');
  if (clauses.length > MAX_CLAUSES) throw refused(query, `A query has at most ${MAX_CLAUSES} clauses.`);
  const matchers = clauses.map((part) => matcherOf(query, part));
  return joins.has('OR')
    ? (customer) => matchers.some((matches) => matches(customer))
    : (customer) => matchers.every((matches) => matches(customer));
}
