/** The pages of the console as entries of the palette. */
import { ANY_PRACTICE, factsText, type LoadableModule, type PracticeSummary } from 'shared-api/contracts';
import { messages as shellMessages } from '../messages';
import {
  ACCOUNT_PATH,
  INTERNAL_OVERVIEW_PATH,
  OVERVIEW_SHORTCUT,
  practiceOverviewPath,
} from '../navigation/resolve-route';
import { navigationOf } from '../navigation/routes';
import type { PaletteEntry } from './entries';
import { paletteMessages as messages } from './messages';

type Side = LoadableModule['audience'];

/** A page of a practice that was chosen before the practice. */
export interface PageToOpen {
  title: string;
  pathIn: (practiceId: number) => string;
}

/** Both sides of the console, the open one first. Modules of a side that isn't for the person aren't loaded. */
export const sidesFrom = (side: Side): readonly Side[] =>
  side === 'internal' ? ['internal', 'clinic'] : ['clinic', 'internal'];

interface PagesOptions {
  modules: readonly LoadableModule[];
  /** The side of the open page, whose pages come first. */
  side: Side;
  practice: PracticeSummary | null;
  /** Asks for the practice of a page when none is open. */
  choose: (page: PageToOpen) => void;
}

const group = messages.groups.pages;

/** What an entry does whose path is that of a practice which is chosen next. */
export const inChosenPractice = (
  { title, path }: { title: string; path: string },
  choose: PagesOptions['choose'],
): { run: () => void; staysOpen: true } => ({
  run: () => choose({ title, pathIn: (practiceId) => path.replace(ANY_PRACTICE, String(practiceId)) }),
  staysOpen: true,
});

/** The pages of a practice while none is open: the practice is chosen next. */
function pagesWithoutPractice(side: Side, { modules, choose }: PagesOptions): PaletteEntry[] {
  return modules
    .filter(({ audience }) => audience === side)
    .flatMap(({ routes }) => routes)
    .filter(({ path }) => path.includes(ANY_PRACTICE))
    .map(({ path, title, area, keywords = [] }) => ({
      key: `page ${path}`,
      group,
      title,
      isPage: true,
      // Both sides may have a page of that title.
      detail: factsText([area, messages.choosePractice]),
      keywords: [area, ...keywords],
      ...inChosenPractice({ title, path }, choose),
    }));
}

function pagesOf(side: Side, options: PagesOptions): PaletteEntry[] {
  const { modules, practice, side: open } = options;
  // What all pages of the open side have in common isn't repeated for each one.
  const common = side === 'internal' ? 'Internal' : practice?.name;
  const overview = side === 'internal' ? INTERNAL_OVERVIEW_PATH : practice && practiceOverviewPath(practice.id);
  const links = navigationOf(modules, side, practice?.id ?? null).flatMap(({ name, links: inArea }) =>
    inArea.map((link) => ({ ...link, keywords: [name, ...(link.keywords ?? [])] })),
  );
  return [
    ...(overview === null
      ? []
      : [
          {
            title: messages.overview,
            path: overview,
            shortcut: OVERVIEW_SHORTCUT,
            keywords: messages.overviewKeywords,
          },
        ]),
    ...links,
  ].map(({ title, path, shortcut, keywords }) => ({
    key: `page ${path}`,
    group,
    title,
    isPage: true,
    detail: side === open ? undefined : common,
    path,
    keywords: common === undefined ? keywords : [...keywords, common],
    // `g` and a letter opens the pages of the open side.
    shortcut: side === open ? shortcut : undefined,
  }));
}

export function pageEntries(options: PagesOptions): PaletteEntry[] {
  const { modules, side, practice } = options;
  const ordered = sidesFrom(side).filter((one) => modules.some(({ audience }) => audience === one));
  return [
    ...ordered.flatMap((one) => pagesOf(one, options)),
    {
      key: `page ${ACCOUNT_PATH}`,
      group,
      title: shellMessages.titles.account,
      isPage: true,
      keywords: messages.accountKeywords,
      path: ACCOUNT_PATH,
    },
    ...(practice === null ? ordered.flatMap((one) => pagesWithoutPractice(one, options)) : []),
  ];
}

const ALL_PRACTICES_PATH = '/internal/practices';

/** The list of all practices that match. Null on the clinic side, which has none. */
export function allPracticesPath(modules: readonly LoadableModule[], side: Side, search: string): string | null {
  const hasList = modules.some(({ routes }) => routes.some(({ path }) => path === ALL_PRACTICES_PATH));
  return side === 'internal' && hasList ? `${ALL_PRACTICES_PATH}?search=${encodeURIComponent(search)}` : null;
}
