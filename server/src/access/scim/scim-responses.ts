/** SCIM responses: lists, requested attributes and pages (RFC 7644, section 3.4.2). */
import { LIST_SCHEMA, MAX_RESULTS, type ScimDocument } from './scim-documents.js';
import { badRequest, resourceNotFound } from './scim-error.js';

const DEFAULT_COUNT = 100;

export interface ScimQuery {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

/** A whole number from the query. @throws ScimError `invalidValue` */
function numberOf(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest('invalidValue', `${name} must be a whole number.`);
  return Number(text);
}

const namesIn = (text: string): string[] =>
  text.split(',').map((name) => {
    const [attribute = ''] = (name.split(':').at(-1) ?? '').trim().toLowerCase().split('.');
    return attribute;
  });

/** The requested attributes. `schemas` and `id` are always included. */
export function project(document: ScimDocument, { attributes, excludedAttributes }: ScimQuery): ScimDocument {
  const [included, excluded] = [attributes, excludedAttributes].map((text) =>
    typeof text === 'string' && text !== '' ? namesIn(text) : undefined,
  );
  const isShown = (name: string): boolean =>
    name === 'schemas' ||
    name === 'id' ||
    (included ? included.includes(name.toLowerCase()) : !(excluded?.includes(name.toLowerCase()) ?? false));
  return Object.fromEntries(Object.entries(document).filter(([name]) => isShown(name))) as ScimDocument;
}

export const listOf = (resources: readonly ScimDocument[], total = resources.length, startIndex = 1): object => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const withId = (documents: readonly ScimDocument[], id: string): ScimDocument => {
  const match = documents.find((document) => document.id === id);
  if (!match) throw resourceNotFound();
  return match;
};

export interface ScimPage {
  filter: string | undefined;
  startIndex: number;
  count: number;
}

/** The page of a list that a query requests. @throws ScimError `invalidSyntax`, `invalidValue` */
export function pageIn(query: ScimQuery): ScimPage {
  if (Object.values(query).some((value) => typeof value !== 'string')) {
    throw badRequest('invalidSyntax', 'A parameter of the query is there twice.');
  }
  // Numbers are clamped to their range (RFC 7644, section 3.4.2.4).
  const startIndex = Math.max(1, numberOf(query.startIndex, 'startIndex', 1));
  const count = Math.min(MAX_RESULTS, Math.max(0, numberOf(query.count, 'count', DEFAULT_COUNT)));
  return { filter: query.filter, startIndex, count };
}
