/** The command palette: pages, practices, what modules find and offer, all by keyboard. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import {
  color,
  forcedOutline,
  phone,
  phoneQuery,
  SearchIcon,
  styled,
  touch,
  useMedia,
  VisuallyHidden,
} from 'shared-ui';
import { useAutocomplete } from 'shared-ui/forms';
import { Button, Dialog, Typography } from 'shared-ui/mui';
import { commandKey } from '../command-key';
import { highlight, type PaletteEntry } from './entries';
import { paletteMessages as messages } from './messages';
import { countChoice } from './usage';
import type { PageToOpen } from './page-entries';
import type { ShellContext } from '../shell-context';
import { type FailedSearch, type PaletteSource, usePaletteEntries } from './use-palette-entries';

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '0 16px',
  borderBottom: `1px solid ${color.line}`,
  color: color.inkThird,
});

const Input = styled('input')({
  flex: 1,
  minWidth: 0,
  height: 52,
  border: 0,
  outline: 'none',
  background: 'none',
  font: 'inherit',
  fontSize: 16,
  color: color.ink,
  '&::placeholder': { color: color.inkThird, opacity: 1 },
});

const Results = styled('div')({ height: 'min(420px, 56vh)', overflowY: 'auto', padding: '4px 0 8px' });

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const GroupName = styled('div')({
  padding: '12px 16px 4px',
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 600,
  color: color.inkSecond,
});

const Option = styled('li')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 10,
  minHeight: 36,
  [touch]: { minHeight: 44 },
  boxSizing: 'border-box',
  padding: '8px 16px',
  cursor: 'pointer',
  '&.Mui-focused': { backgroundColor: color.primaryTint, boxShadow: `inset 3px 0 ${color.primary}`, ...forcedOutline },
});

const Detail = styled('span')({ fontSize: 12, color: color.inkSecond });

const Key = styled('kbd')({
  marginLeft: 'auto',
  fontFamily: 'inherit',
  fontSize: 12,
  color: color.inkSecond,
  whiteSpace: 'nowrap',
  [touch]: { display: 'none' },
});

/** The keys, which touch screens don't have. */
const Foot = styled('div')({
  display: 'flex',
  [touch]: { display: 'none' },
  flexWrap: 'wrap',
  gap: '4px 20px',
  padding: '10px 16px',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.inkSecond,
});

const Match = styled('mark')({ background: 'none', color: color.primary, fontWeight: 650 });

export interface CommandPaletteProps extends PaletteSource {
  /** What was typed while its code loaded. */
  initialText?: string;
  onClose: () => void;
  /** Opens the list of shortcuts. */
  onShortcuts: () => void;
}

export function CommandPalette(props: CommandPaletteProps): ReactNode {
  return (
    <Dialog
      open
      onClose={props.onClose}
      slotProps={{ paper: { 'aria-label': messages.title } }}
      maxWidth="sm"
      fullWidth
      sx={{
        '& .MuiDialog-container': {
          alignItems: 'flex-start',
          paddingTop: 'min(10vh, 80px)',
          [phone]: { paddingTop: 0 },
        },
        // At the upper edge, because the keyboard takes the lower half.
        [phone]: { '& .MuiDialog-paper': { borderWidth: '0 0 1px', borderRadius: '0 0 16px 16px' } },
      }}
    >
      <Search {...props} />
    </Dialog>
  );
}

interface OpenEntryOptions {
  newTab: boolean;
  shell: ShellContext;
  /** Closes the palette. */
  onClose: () => void;
}

/** Runs an entry, or goes to its page. */
function openEntry(entry: PaletteEntry, { newTab, shell, onClose }: OpenEntryOptions): void {
  if (entry.run) {
    if (!entry.staysOpen) onClose();
    entry.run();
    return;
  }
  countChoice(shell.session.user.id, entry.path);
  if (newTab) window.open(entry.path, '_blank', 'noopener');
  else {
    onClose();
    void shell.navigate(entry.path);
  }
}

type Autocomplete = ReturnType<typeof useAutocomplete<PaletteEntry>>;

interface EntryGroup {
  key: number;
  /** Of its first entry in the whole list. */
  index: number;
  group: string;
  options: PaletteEntry[];
}

interface ListedEntriesProps {
  id: string;
  groups: readonly EntryGroup[];
  autocomplete: Pick<Autocomplete, 'getListboxProps' | 'getOptionProps'>;
  /** What is typed. Its words are marked. */
  text: string;
}

/** The entries by group. */
function ListedEntries({ id, groups, autocomplete, text }: ListedEntriesProps): ReactNode {
  return (
    <List {...autocomplete.getListboxProps()} aria-label={messages.title} aria-labelledby={undefined}>
      {groups.map(({ key, index, group, options }) => (
        <li key={group} role="presentation">
          <GroupName id={`${id}group${key}`}>{group}</GroupName>
          <List role="group" aria-labelledby={`${id}group${key}`}>
            {options.map((entry, at) => {
              const { key: optionKey, ...props } = autocomplete.getOptionProps({ option: entry, index: index + at });
              return (
                <Option key={optionKey} {...props}>
                  <span style={{ overflowWrap: 'anywhere' }}>
                    {highlight(entry.title, text).map((part, number) =>
                      part.isMatch ? <Match key={number}>{part.text}</Match> : part.text,
                    )}
                  </span>
                  {entry.detail !== undefined && <Detail>{entry.detail}</Detail>}
                  {entry.shortcut !== undefined && <Key aria-hidden>g {entry.shortcut}</Key>}
                </Option>
              );
            })}
          </List>
        </li>
      ))}
    </List>
  );
}

function SearchFailure({ title, retry }: FailedSearch): ReactNode {
  return (
    <div role="alert" style={{ display: 'flex', alignItems: 'center', gap: 8, padding: '8px 16px' }}>
      <Typography variant="body2" color="textSecondary">
        {messages.failed(title)}
      </Typography>
      <Button variant="text" size="small" onClick={retry}>
        {messages.retry}
      </Button>
    </div>
  );
}

function KeyHints(): ReactNode {
  return (
    <Foot aria-hidden>
      <span>↑↓ {messages.hints.move}</span>
      <span>↵ {messages.hints.open}</span>
      <span>
        {commandKey} ↵ {messages.hints.newTab}
      </span>
      <span>? {messages.hints.shortcuts}</span>
    </Foot>
  );
}

interface EntryListOptions {
  id: string;
  entries: PaletteEntry[];
  text: string;
  onText: (text: string) => void;
  onOpen: (entry: PaletteEntry, newTab: boolean) => void;
}

/** The entries as the options of the input, always open. The first one is highlighted until the person moves. */
function useEntryList({ id, entries, text, onText, onOpen }: EntryListOptions) {
  const [moved, setMoved] = useState<{ text: string; key: string } | null>(null);
  const highlighted = entries.find(({ key }) => moved?.text === text && moved.key === key) ?? entries[0] ?? null;
  const autocomplete = useAutocomplete<PaletteEntry>({
    id,
    options: entries,
    open: true,
    // The list highlights its value when the options change. A copy, because choosing the value itself changes nothing.
    value: highlighted && { ...highlighted },
    inputValue: text,
    autoHighlight: true,
    clearOnBlur: false,
    disableCloseOnSelect: true,
    filterOptions: (options) => options,
    // Several entries may have one title.
    getOptionLabel: ({ key }) => key,
    isOptionEqualToValue: (option, value) => option.key === value.key,
    groupBy: ({ group }) => group,
    onInputChange: (_event, value, reason) => {
      if (reason === 'input') onText(value);
    },
    onHighlightChange: (_event, entry) => setMoved(entry && { text, key: entry.key }),
    onChange: (event, entry) => {
      const { ctrlKey, metaKey } = event as unknown as KeyboardEvent;
      if (entry) onOpen(entry, ctrlKey || metaKey);
    },
  });
  return { autocomplete, groups: autocomplete.groupedOptions as unknown as EntryGroup[] };
}

/** A component of its own, because its input must exist when the hook of the options first runs. */
function Search({ initialText = '', onClose, onShortcuts, ...source }: CommandPaletteProps): ReactNode {
  const id = useId();
  const isPhone = useMedia(phoneQuery);
  const { shell } = source;
  const [text, setText] = useState(initialText);
  const [page, setPage] = useState<PageToOpen | null>(null);
  const showShortcuts = (): void => {
    onClose();
    onShortcuts();
  };
  const choose = (chosen: PageToOpen | null): void => {
    setPage(chosen);
    setText('');
  };
  const { entries, isSearching, failed } = usePaletteEntries(source, text, { page, choose, showShortcuts });
  const open = (entry: PaletteEntry, newTab: boolean): void => openEntry(entry, { newTab, shell, onClose });
  const { autocomplete, groups } = useEntryList({ id, entries, text, onText: setText, onOpen: open });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' || (event.key === 'Backspace' && text === '' && page)) {
      event.preventDefault();
      if (page) choose(null);
      else onClose();
    }
    if (event.key === '?' && text === '') {
      event.preventDefault();
      showShortcuts();
    }
  };
  return (
    <div {...autocomplete.getRootProps()} style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Head>
        <SearchIcon size={18} />
        <Input
          {...autocomplete.getInputProps()}
          autoFocus
          type="text"
          enterKeyHint="go"
          aria-label={page ? messages.practiceOf(page.title) : messages.title}
          placeholder={
            page ? messages.practiceOf(page.title) : isPhone ? messages.shortPlaceholder : messages.placeholder
          }
          onKeyDownCapture={onKeyDown}
        />
      </Head>
      <Results>
        <ListedEntries id={id} groups={groups} autocomplete={autocomplete} text={text} />
        {entries.length === 0 && (
          <Typography color="textSecondary" align="center" style={{ padding: '32px 16px' }}>
            {isSearching ? messages.searching : messages.none(text.trim())}
          </Typography>
        )}
        {failed.map((search) => (
          <SearchFailure key={search.title} {...search} />
        ))}
      </Results>
      <VisuallyHidden role="status">
        {isSearching ? messages.searching : messages.results(entries.length)}
      </VisuallyHidden>
      <KeyHints />
    </div>
  );
}
