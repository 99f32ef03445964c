/** The members that the page shows. Pure functions, except for the URL. */
import { foldText, type Member, wordsOf } from 'shared-api/contracts';
import { choiceParam, pageParam, textParam, urlParams, useTypedUrlParams } from 'shared-ui/remote';

export const memberStates = ['all', 'active', 'invited', 'deactivated'] as const;

export interface MemberFilter {
  /** Words of a name or an email address. */
  search: string;
  state: (typeof memberStates)[number];
  /** From 1. */
  page: number;
}

export const PAGE_SIZE = 25;

const filterParams = urlParams<MemberFilter>({
  search: textParam('search'),
  state: choiceParam('state', memberStates, 'all'),
  page: pageParam('page'),
});

/** The filter in the URL. A changed filter starts with its first page. */
export function useMemberFilter(): [MemberFilter, (change: Partial<MemberFilter>) => void] {
  const [filter, setFilter] = useTypedUrlParams(filterParams);
  return [filter, (change) => setFilter({ ...filter, page: 1, ...change })];
}

export function filterMembers(members: readonly Member[], { search, state }: MemberFilter): Member[] {
  const words = wordsOf(search);
  return members.filter((member) => {
    const texts = foldText(`${member.name} ${member.email}`);
    return (state === 'all' || member.state === state) && words.every((word) => texts.includes(word));
  });
}

/** The members of a page, and its number: the last page for one beyond it. */
export function pageOf(members: readonly Member[], page: number): { rows: Member[]; page: number } {
  const last = Math.max(1, Math.ceil(members.length / PAGE_SIZE));
  const shown = Math.min(page, last);
  return { rows: members.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE), page: shown };
}
