import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type Choice, choiceMatches } from '../fields/CheckboxList';
import { controlProps, splitField } from '../fields/control-props';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/Field';
import { CheckIcon, ChevronDownIcon, CloseIcon, UndoIcon } from '../icons';
import { useMedia } from '../layout/use-media';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { Button } from '../mui/Button';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { ownProps } from '../theme/styled-props';
import { color, phoneQuery, radius } from '../theme/tokens';

const messages = commonMessages.choices;

const Chips = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  minWidth: 0,
  maxWidth: '100%',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});

/** Chips of one source, next to its name, or below it where the space is short. */
const Source = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 8px',
  width: '100%',
  '& + &': { marginTop: 4 },
  '& > ul': { flex: '1 1 200px' },
});

const SourceName = styled('span')({
  // 148 px at a text size of 12 px. It grows with larger text.
  flex: '0 0 calc(148em / 12)',
  padding: '4px 0 4px 8px',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
  overflowWrap: 'anywhere',
  '&:empty': { padding: 0 },
  '&:last-child': { flexGrow: 1 },
  '&::first-letter': { textTransform: 'uppercase' },
});

type State = 'kept' | 'added' | 'removed';

const grounds: Record<State, object> = {
  kept: { color: color.ink, backgroundColor: color.neutralTint },
  added: {
    color: color.ink,
    backgroundColor: color.attentionTint,
    boxShadow: `inset 0 0 0 1px ${color.attentionLine}`,
  },
  removed: {
    color: color.inkSecond,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '& [data-name]': { textDecoration: 'line-through' },
  },
};

const Item = styled(
  'li',
  ownProps('state'),
)<{ state: State }>(({ state }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  maxWidth: '100%',
  minHeight: 24,
  padding: '0 2px 0 8px',
  boxSizing: 'border-box',
  borderRadius: radius.small,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 550,
  overflowWrap: 'anywhere',
  '&:not(:has(button))': { paddingRight: 8 },
  ...grounds[state],
}));

/** A note that doesn't fit next to its name wraps below it. The name stays on one line. */
const Words = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: '0 5px', minWidth: 0, padding: '4px 0' });

const Note = styled('span')({ fontWeight: 400, color: color.inkSecond, whiteSpace: 'nowrap' });

/** A selected option shows an icon, because a checkbox would nest one control inside another. */
const Mark = styled('span')({
  display: 'inline-flex',
  flex: 'none',
  width: 16,
  marginRight: 8,
  color: color.primary,
});

export interface MultiSelectProps extends FieldProps {
  options: readonly Choice[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The saved values. Additions are marked, and removals are struck through and can be reverted. */
  before?: readonly string[];
}

interface Run {
  note: string | undefined;
  values: readonly string[];
}

/** Splits choices where their note changes, so that their order stays the one of the arrow keys. */
function runsOf(values: readonly string[], noteOf: (value: string) => string | undefined): Run[] {
  const starts = values.flatMap((value, at) => (at > 0 && noteOf(value) === noteOf(values[at - 1] ?? '') ? [] : [at]));
  return starts.map((start, at) => ({
    note: noteOf(values[start] ?? ''),
    values: values.slice(start, starts[at + 1]),
  }));
}

/** Chips that share their note with fewer others, on average, show it one by one. */
const MIN_RUN_LENGTH = 3;

interface SourceChipsProps {
  id: string;
  run: Run;
  /** True if the name also says how many chips it has. */
  isFolded: boolean;
  children: readonly ReactNode[];
}

function SourceChips({ id, run: { note, values }, isFolded, children }: SourceChipsProps): ReactNode {
  return (
    <Source>
      <SourceName id={id}>{note !== undefined && isFolded ? messages.counted(note, values.length) : note}</SourceName>
      {children.length > 0 && <Chips aria-labelledby={note === undefined ? undefined : id}>{children}</Chips>}
    </Source>
  );
}

interface ChipProps {
  choice: Choice;
  state: State;
  hasNote: boolean;
  /** Its index in the selected values, where MUI looks for it. -1 if it's removed. */
  index: number;
  /** Removes the choice or puts it back. Undefined while the field is disabled. */
  onToggle: (() => void) | undefined;
}

function Chip({ choice: { label, note }, state, hasNote, index, onToggle }: ChipProps): ReactNode {
  const removed = state === 'removed';
  return (
    <Item state={state}>
      <Words>
        <span data-name="">{label}</span>
        {state !== 'kept' && <VisuallyHidden>{` ${messages[state]}`}</VisuallyHidden>}
        {note !== undefined && state !== 'added' && hasNote && <Note>{` ${note}`}</Note>}
      </Words>
      {onToggle && (
        <Tooltip title={removed ? commonMessages.revert(label) : messages.remove(label)}>
          <IconButton
            size="small"
            data-item-index={removed ? undefined : index}
            onKeyDown={keepPress}
            onClick={onToggle}
          >
            {removed ? <UndoIcon size={12} /> : <CloseIcon size={12} />}
          </IconButton>
        </Tooltip>
      )}
    </Item>
  );
}

/** Lets Enter and Space press a chip's button. The option list would otherwise handle them. */
function keepPress(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
}

/** Number of unchanged choices that a folded list shows on a phone. */
const FOLDED_COUNT = 4;

interface FoldedChoices {
  visible: readonly string[];
  /** Null if there is nothing to fold. */
  toggle: ReactNode;
  /** True if choices hide their notes, so that several fit on a line. */
  isFolded: boolean;
  /** Returns true if the key unfolds the choices it would move to. */
  unfold: () => boolean;
}

/** On a phone, folds a long list of choices to the first and the changed ones, because each can take a line. */
function useFoldedChoices(
  label: string,
  shown: readonly string[],
  isChanged: (value: string) => boolean,
  foldedCount: number,
): FoldedChoices {
  const isPhone = useMedia(phoneQuery);
  const [isOpen, setOpen] = useState(false);
  const first = shown.filter((value, at) => at < foldedCount || isChanged(value));
  const count = shown.length - first.length;
  // A button that reveals one choice takes as much space as that choice.
  const folds = isPhone && count > 1;
  const text = isOpen ? messages.fewer : count === shown.length ? messages.all(count) : messages.more(count);
  const toggle = folds && (
    <li>
      <Button
        variant="text"
        size="small"
        aria-expanded={isOpen}
        aria-label={messages.named(text, label)}
        onKeyDown={keepPress}
        onClick={(event) => {
          // Prevents the field from focusing its search, which would open the keyboard.
          event.stopPropagation();
          setOpen(!isOpen);
        }}
      >
        {text}
      </Button>
    </li>
  );
  const unfold = (): boolean => {
    if (folds) setOpen(true);
    return folds && !isOpen;
  };
  const isFolded = folds && !isOpen;
  return { visible: isFolded ? first : shown, toggle, isFolded, unfold };
}

/**
 * A multiple selection built on MUI's Autocomplete, with chips and a searchable option list. In an empty search, the
 * left arrow moves to the chips, and Backspace removes the last one.
 *
 * @example
 * const [values, setValues] = useState<string[]>([]);
 * return (
 *   <MultiSelect label="Providers" options={[{ value: '7', label: 'Ada Reed' }]} values={values} onChange={setValues} />
 * );
 */
export function MultiSelect(props: MultiSelectProps): ReactNode {
  const { field, rest } = splitField(props);
  const { options, values, onChange, before = values } = rest;
  const ids = useFieldIds(field);
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const known = new Map(options.map((option) => [option.value, option]));
  const choiceOf = (value: string): Choice => known.get(value) ?? { value, label: value };
  const shown = [...before, ...values.filter((value) => !before.includes(value))];
  // In the order of the chips, because the arrow keys move by the index of the value.
  const selected = shown.filter((value) => values.includes(value));
  const stateOf = (value: string): State =>
    !values.includes(value) ? 'removed' : before.includes(value) ? 'kept' : 'added';
  const noteOf = (value: string): string | undefined => (before.includes(value) ? choiceOf(value).note : undefined);
  const runs = runsOf(shown, noteOf);
  // Decided by the saved values, so that an edit doesn't rearrange them.
  const isGrouped = before.some(noteOf) && runsOf(before, noteOf).length * MIN_RUN_LENGTH <= before.length;
  const { visible, toggle, isFolded, unfold } = useFoldedChoices(
    field.label,
    shown,
    (value) => stateOf(value) !== 'kept',
    // A folded source shows how many it has.
    isGrouped ? 0 : FOLDED_COUNT,
  );
  const found = options.filter((option) => choiceMatches(option, search.trim()));
  const toggleValue = (value: string): void => {
    onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value]);
    // The pressed button unmounts with its chip.
    input.current?.focus();
  };
  const chip = (value: string, hasNote: boolean): ReactNode => (
    <Chip
      key={value}
      choice={choiceOf(value)}
      state={stateOf(value)}
      hasNote={hasNote}
      index={selected.indexOf(value)}
      onToggle={field.disabled ? undefined : () => toggleValue(value)}
    />
  );
  const { disabled = false, ...control } = controlProps(field, ids);
  return (
    <FieldFrame field={field} ids={ids}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        disableClearable
        handleHomeEndKeys
        id={ids.id}
        disabled={disabled}
        options={options}
        value={selected.map(choiceOf)}
        onChange={(_, chosen) => onChange(chosen.map(({ value }) => value))}
        inputValue={search}
        onInputChange={(_, text, reason) => {
          // Keeps the search while several of its options are selected.
          if (reason === 'input' || reason === 'blur') setSearch(text);
        }}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft' && search === '' && unfold()) event.defaultMuiPrevented = true;
        }}
        isOptionEqualToValue={(option, value) => option.value === value.value}
        getOptionKey={({ value }) => value}
        getOptionLabel={({ label }) => label}
        filterOptions={() => found}
        noOptionsText={options.length === 0 ? messages.nothing : messages.noMatch(search.trim())}
        popupIcon={<ChevronDownIcon size={16} />}
        openText={messages.choose(field.label)}
        closeText={messages.close(field.label)}
        slotProps={{ listbox: { 'aria-label': field.label, 'aria-labelledby': undefined } }}
        renderValue={() => null}
        renderOption={({ key, ...option }, { label, detail }, { selected: isSelected }) => (
          <li key={key} {...option}>
            <Mark>{isSelected && <CheckIcon size={16} />}</Mark>
            <div>
              <span>{label}</span>
              {detail !== undefined && detail !== '' && (
                <Typography variant="body2" color="textSecondary">
                  {detail}
                </Typography>
              )}
            </div>
          </li>
        )}
        renderInput={({ slotProps }) => (
          <OutlinedInput
            {...slotProps.input}
            inputRef={input}
            startAdornment={
              shown.length > 0 && (
                <Chips aria-label={field.label}>
                  {isGrouped
                    ? runs.map((run, at) => (
                        <SourceChips key={run.values[0]} id={`${ids.id}-${at}`} run={run} isFolded={isFolded}>
                          {run.values.filter((value) => visible.includes(value)).map((value) => chip(value, false))}
                        </SourceChips>
                      ))
                    : visible.map((value) => chip(value, !isFolded))}
                  {toggle}
                </Chips>
              )
            }
            placeholder={disabled ? (shown.length === 0 ? messages.none : '') : messages.add}
            slotProps={{ input: { ...slotProps.htmlInput, ...control } }}
          />
        )}
      />
      <VisuallyHidden role="status">
        {open && search.trim() !== '' ? messages.found(found.length, options.length) : ''}
      </VisuallyHidden>
    </FieldFrame>
  );
}
