/**
 * The saved quick links of one person in this browser (specification: settings and hours, 2.4, 3.7, 4.4, 5.4 and 7.4).
 * Invalid or blocked storage must not break a page.
 */
import type { QuickLink } from './fixed-links';

export type { QuickLink };

/** Storage key of a person's links (DECISIONS 31). */
export function quickLinksKey(userId: string): string {
  return `console.settings-quick-links.${userId}`;
}

export function sameLink(one: QuickLink, other: QuickLink): boolean {
  return one.vertical === other.vertical && one.horizontal === other.horizontal;
}

/** The path of a link within a practice. */
export function quickLinkPath({ vertical, horizontal }: QuickLink, practiceId: number): string {
  return `/settings/${practiceId}/${encodeURIComponent(vertical)}/${encodeURIComponent(horizontal)}`;
}

/** The URL of a link's page in another application. Undefined if it isn't in one. */
export function targetOf(
  { vertical, horizontal }: QuickLink,
  practiceId: number,
  targets: Readonly<Record<string, string>>,
): string | undefined {
  const pair = `${vertical}/${horizontal}`;
  if (!Object.hasOwn(targets, pair)) return undefined;
  const values: Record<string, string> = { practice: String(practiceId), vertical, horizontal };
  return targets[pair]?.replace(/\{(practice|vertical|horizontal)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}

function isLink(value: unknown): value is QuickLink {
  if (typeof value !== 'object' || value === null) return false;
  const { vertical, horizontal, name } = value as Record<string, unknown>;
  return [vertical, horizontal, name].every((part) => typeof part === 'string' && part !== '');
}

/** Reads stored links. Invalid entries and duplicates are dropped. */
export function parseLinks(stored: string | null): QuickLink[] {
  if (stored === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  const links = value.filter(isLink).map(({ vertical, horizontal, name }) => ({ vertical, horizontal, name }));
  return links.filter((link, at) => links.findIndex((other) => sameLink(other, link)) === at);
}

/** Adds a link unless it is already saved. */
export function withLink(links: readonly QuickLink[], link: QuickLink): QuickLink[] {
  return links.some((other) => sameLink(other, link)) ? [...links] : [...links, link];
}

export function withoutLink(links: readonly QuickLink[], link: QuickLink): QuickLink[] {
  return links.filter((other) => !sameLink(other, link));
}

export function readLinks(userId: string): QuickLink[] {
  try {
    return parseLinks(localStorage.getItem(quickLinksKey(userId)));
  } catch {
    return [];
  }
}

/** @returns false if the browser's storage is full or disabled */
export function writeLinks(userId: string, links: readonly QuickLink[]): boolean {
  try {
    localStorage.setItem(quickLinksKey(userId), JSON.stringify(links));
    return true;
  } catch {
    return false;
  }
}
