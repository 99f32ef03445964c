import type { PracticeSummary } from 'shared-api/contracts';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  CheckIcon,
  color,
  commonMessages,
  FactLine,
  forcedOutline,
  SearchIcon,
  size,
  styled,
  zoneText,
} from 'shared-ui';
import { Alert, Button, Skeleton, Typography } from 'shared-ui/mui';
import { controlStyle } from 'shared-ui';
import { messages } from '../messages';
import { type PracticeSearchState, type PracticeSearch, usePracticeSearch } from './practice-search';

const Around = styled('div')({ position: 'relative' });

const Glass = styled('span')({
  position: 'absolute',
  left: 10,
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  color: color.inkThird,
  pointerEvents: 'none',
});

const Field = styled('input')({ ...controlStyle, paddingLeft: 32 });

const List = styled('ul')({
  listStyle: 'none',
  margin: '8px 0 0',
  padding: 0,
  maxHeight: 'min(340px, 50vh)',
  overflowY: 'auto',
});

const Option = styled('li')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: size.row,
  padding: '5px 10px',
  boxSizing: 'border-box',
  borderRadius: 6,
  cursor: 'pointer',
  '&[data-active]': { backgroundColor: color.neutralTint, ...forcedOutline },
  '&[aria-selected=true] svg': { color: color.primary },
});

function statusOf({ phase, page }: PracticeSearchState, query: string): string {
  if (phase === 'searching') return messages.practice.searching;
  if (phase === 'failed') return '';
  if (page.count === 0) return messages.practice.none(query);
  if (page.count > page.results.length) return messages.practice.more(page.results.length, page.count);
  return messages.practice.found(page.count);
}

/** The active option after a key press; null for keys that don't change it. */
function moved(key: string, active: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return active >= last ? 0 : active + 1;
    case 'ArrowUp':
      return active <= 0 ? last : active - 1;
    case 'PageDown':
      return Math.min(last, active + 8);
    case 'PageUp':
      return Math.max(0, active - 8);
    default:
      return null;
  }
}

function SearchField(props: ComponentProps<'input'>): ReactNode {
  return (
    <Around>
      <Glass>
        <SearchIcon />
      </Glass>
      <Field
        autoFocus
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={messages.practice.search}
        placeholder={messages.practice.search}
        aria-autocomplete="list"
        {...props}
      />
    </Around>
  );
}

/** Shown before the first results. */
function ResultsSkeleton(): ReactNode {
  return (
    <div aria-hidden style={{ display: 'grid', gap: 14, padding: '14px 10px 6px' }}>
      <Skeleton width="70%" height={14} />
      <Skeleton width="52%" height={14} />
      <Skeleton width="64%" height={14} />
    </div>
  );
}

interface PracticeFactsProps {
  practice: PracticeSummary;
  /** True for the practice that is open now. */
  isOpen: boolean;
  now: Date;
}

function PracticeFacts({ practice, isOpen, now }: PracticeFactsProps): ReactNode {
  return (
    <>
      <span style={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" style={{ display: 'block' }}>
          {practice.name}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary" style={{ display: 'block' }}>
          <FactLine
            facts={[
              messages.practice.number(practice.id),
              zoneText(practice.time_zone, now),
              isOpen && messages.practice.open,
            ]}
          />
        </Typography>
      </span>
      {isOpen && <CheckIcon />}
    </>
  );
}

export interface PracticePickerProps {
  search: PracticeSearch;
  /** The current practice. */
  current: PracticeSummary | null;
  onChoose: (practice: PracticeSummary) => void;
  /** The instant that determines the time zone offsets. */
  now?: Date;
}

/** A search field with the matching practices below. The arrow keys move, Enter selects. */
export function PracticePicker({ search, current, onChoose, now = new Date() }: PracticePickerProps): ReactNode {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const finding = usePracticeSearch(search, query);
  const { page, phase, message, retry } = finding;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const optionId = (at: number): string => `${id}option${at}`;
  const at = Math.min(active, page.results.length - 1);

  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(event.key, at, page.results.length - 1);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
      return;
    }
    // During a search, the visible results belong to an earlier text. Enter must not select one of them.
    const practice = page.results[at];
    if (event.key === 'Enter' && phase === 'found' && practice) {
      event.preventDefault();
      onChoose(practice);
    }
  };

  return (
    <div>
      <SearchField
        aria-expanded={page.results.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {phase === 'failed' && (
        <div style={{ marginTop: 8 }}>
          <Alert severity="error" role="alert" action={<Button onClick={retry}>{commonMessages.retry}</Button>}>
            {message}
          </Alert>
        </div>
      )}
      {phase === 'searching' && page.results.length === 0 && <ResultsSkeleton />}
      <List
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label={messages.practice.choose}
        aria-busy={phase === 'searching'}
      >
        {page.results.map((practice, index) => (
          <Option
            key={practice.id}
            id={optionId(index)}
            role="option"
            aria-selected={practice.id === current?.id}
            data-active={index === at ? '' : undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => onChoose(practice)}
          >
            <PracticeFacts practice={practice} isOpen={practice.id === current?.id} now={now} />
          </Option>
        ))}
      </List>
      <Typography variant="body2" color="textSecondary" role="status" style={{ padding: '8px 10px 0' }}>
        {statusOf(finding, query)}
      </Typography>
    </div>
  );
}
