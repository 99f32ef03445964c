import { phoneQuery, useMedia, useStoredRequest } from 'shared-ui';
import { usePractice, useRight } from 'shared-ui/remote';
import { useState } from 'react';
import type { Editing } from './cursor';
import type { Draft } from './draft';
import type { DialogRequest } from './HoursDialogs';
import { partOf, type Problem } from './problems';
import { type Row, rowOf } from './rows';
import { copyDialogKey, parseCopyRequest } from './stored-copy';
import { visibleRows } from './summary';
import { everyRow, type ListFilter, useListFilter } from './use-list-filter';
import { useShownProvider } from './use-shown-provider';

/** The shown part of the week, and the open day or dialog. */
export interface WeekNavigation {
  filter: ListFilter;
  setFilter: (filter: ListFilter) => void;
  /** On a phone, the page is a list of providers, or the week of one. */
  isPhone: boolean;
  /** The row whose week a phone shows; undefined for the list. */
  shown: Row | undefined;
  show: (id: number | null) => void;
  /** The open day. */
  editing: Editing | null;
  setEditing: (change: (now: Editing | null) => Editing | null) => void;
  /** The menu or dialog that is open. */
  request: DialogRequest;
  setRequest: (request: DialogRequest) => void;
  /** Opens the invalid field. Clears the filter if it hides the row. */
  goTo: (problem: Problem) => void;
}

export function useWeekNavigation(draft: Draft | null): WeekNavigation {
  const practiceId = usePractice().id;
  const { held } = useRight('hours');
  const isPhone = useMedia(phoneQuery);
  const [filter, setFilter] = useListFilter();
  const [opened, setEditing] = useState<Editing | null>(null);
  const [shownId, show] = useShownProvider();
  const stored = useStoredRequest(copyDialogKey(practiceId));
  const [request, setRequest] = useState<DialogRequest>(held ? parseCopyRequest(stored) : null);
  return {
    ...{ filter, setFilter, isPhone, show, setEditing, request, setRequest },
    shown: isPhone && draft && shownId !== null ? rowOf(draft.rows, shownId) : undefined,
    editing: held ? opened : null,
    goTo({ id, day, field }) {
      const listed = draft && visibleRows(draft.rows, filter.name, filter.onlyDiffering);
      if (!listed?.some((row) => row.provider_id === id)) setFilter(everyRow);
      if (isPhone) show(id);
      setEditing({ id, day, part: partOf(field) });
    },
  };
}
