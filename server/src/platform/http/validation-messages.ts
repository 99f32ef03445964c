/** Plain messages for validation errors. No path, pattern or validator text reaches a person. */
import { countText, plural, settingsLabels, settingsPathAt } from 'shared-api/contracts';
import { dayFieldLabel, hoursCellLabel } from './day-field-label.js';

/** A validation issue as Fastify passes it on: an issue of zod, with its code as the keyword. */
export interface ValidationIssue {
  keyword: string;
  /** `/clinics/0/name` */
  instancePath: string;
  message?: string | undefined;
  params: Record<string, unknown>;
}

const NOT_VALID = 'Not valid here';

const figure = (value: unknown): string => countText(Number(value));
const countOf = (count: unknown, one: string, many: string): string => plural(Number(count), one, many);

const typeMessages: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
  null: 'Must be empty',
  undefined: 'Must be empty',
};

const formatMessages: Readonly<Record<string, string>> = {
  email: 'Must be an email address',
  url: 'Must be a web address',
  uuid: 'Must be an id',
  date: 'Must be a date',
  datetime: 'Must be a date and time',
  time: 'Must be a time',
};

function minimumMessage({ origin, minimum, inclusive }: ValidationIssue['params']): string {
  const least = Number(minimum);
  if (origin === 'string') {
    return least <= 1 ? 'Must not be empty' : `Must be ${countOf(least, 'character', 'characters')} or more`;
  }
  if (origin === 'array' || origin === 'set') {
    return least <= 1 ? 'Must not be empty' : `Must have ${countOf(least, 'entry', 'entries')} or more`;
  }
  return inclusive === false ? `Must be above ${figure(least)}` : `Must be ${figure(least)} or more`;
}

function maximumMessage({ origin, maximum, inclusive }: ValidationIssue['params']): string {
  if (origin === 'string') return `Must be ${countOf(maximum, 'character', 'characters')} or fewer`;
  if (origin === 'array' || origin === 'set') return `Must have ${countOf(maximum, 'entry', 'entries')} or fewer`;
  return inclusive === false ? `Must be below ${figure(maximum)}` : `Must be ${figure(maximum)} or less`;
}

const MAX_CHOICES = 8;
const choiceList = new Intl.ListFormat('en-US', { type: 'disjunction' });

function choicesMessage(choices: unknown): string {
  const words = Array.isArray(choices) ? choices.map(String).filter((word) => /^[\w -]+$/.test(word)) : [];
  if (words.length === 0) return NOT_VALID;
  if (words.length > MAX_CHOICES) return 'Choose one of the listed options';
  return words.length === 1 ? `Must be ${words.join()}` : `Choose one of ${choiceList.format(words)}`;
}

function messageByCode({ keyword, params }: ValidationIssue): string {
  switch (keyword) {
    case 'invalid_type':
      return typeMessages[String(params['expected'])] ?? NOT_VALID;
    case 'too_small':
      return minimumMessage(params);
    case 'too_big':
      return maximumMessage(params);
    case 'not_multiple_of':
      return params['divisor'] === 1 ? 'Must be a whole number' : `Must be a multiple of ${figure(params['divisor'])}`;
    case 'invalid_format':
      return formatMessages[String(params['format'])] ?? 'Doesn’t have the right format';
    case 'invalid_value':
      return choicesMessage(params['values']);
    case 'invalid_union':
      return choicesMessage(params['options']);
    case 'unrecognized_keys':
      return 'Unknown field';
    case 'invalid_key':
      return keyMessage(params['issues']);
    default:
      return NOT_VALID;
  }
}

/** The problem with a key: the first of its own issues, which zod passes on unchanged. */
function keyMessage(issues: unknown): string {
  const [first] = Array.isArray(issues) ? (issues as { code?: unknown; message?: unknown }[]) : [];
  if (first === undefined) return NOT_VALID;
  const message = typeof first.message === 'string' ? first.message : undefined;
  return issueMessage({ keyword: String(first.code), instancePath: '', message, params: { ...first } }, '');
}

/** How zod's own messages start. Messages from contracts start differently. */
const ofValidator = /^(Invalid |Too (big|small)|Unrecognized )/;

const isPracticeId = (path: string): boolean => /(^|\.)practice(_ids?(\.\d+)?)?$/.test(path);

function issueMessage(issue: ValidationIssue, path: string): string {
  const { message } = issue;
  if (message !== undefined && message !== '' && !ofValidator.test(message)) return message;
  const text = messageByCode(issue);
  return isPracticeId(path) && issue.keyword !== 'unrecognized_keys' ? 'Must be a whole number above 0' : text;
}

/** Maximum number of fields in an error, so that rejecting a save of a thousand rows stays small. */
const MAX_FIELDS = 100;

/** Dotted path of the first fields → its message. The path is empty for the whole body or query. */
export function fieldMessages(issues: readonly ValidationIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues.slice(0, MAX_FIELDS)) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.');
    const { keys } = issue.params;
    const unknownKeys =
      issue.keyword === 'unrecognized_keys' && Array.isArray(keys) ? keys.slice(0, MAX_FIELDS).map(String) : undefined;
    const paths = unknownKeys?.map((key) => (path === '' ? key : `${path}.${key}`)) ?? [path];
    for (const one of paths) fields[one] ??= issueMessage(issue, one);
  }
  return fields;
}

const MAX_LABEL = 60;

/** The label that pages show for a field; otherwise its name in words: `clinics.0.firstName` → `First name`. Empty without a word. */
export function fieldLabel(path: string): string {
  const setting = settingsPathAt(path);
  const label = setting ? settingsLabels[setting] : (dayFieldLabel(path) ?? hoursCellLabel(path));
  if (label !== undefined) return label;
  const name = path.split('.').findLast((step) => !/^\d*$/.test(step)) ?? '';
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, MAX_LABEL)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** One sentence about the first field, which it names by its label. */
export function validationSentence(fields: Readonly<Record<string, string>>): string {
  const [path = '', text = NOT_VALID] = Object.entries(fields)[0] ?? [];
  // The specification's own texts are already sentences.
  if (/^Please |^No .* selected$/.test(text)) return text;
  const label = fieldLabel(path);
  if (label === '') return 'The request isn’t valid.';
  const entry = /\.(\d+)$/.exec(path)?.[1];
  return `${label}${entry === undefined ? '' : `, entry ${Number(entry) + 1}`}: ${lowerFirst(text)}.`;
}
