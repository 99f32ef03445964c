import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEventCallback } from '@mui/material/utils';
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { color, radius } from '../theme/tokens';
import { SearchInput } from './SearchInput';

const messages = commonMessages.choices;

export interface Choice {
  value: string;
  label: string;
  /** A description below the label, included in the search. */
  detail?: string;
  /** The source, next to the label wherever the choice is selected. */
  note?: string;
}

export interface CheckboxListProps {
  /** The accessible name of the list: "Bundles". */
  label: string;
  options: readonly Choice[];
  /** The checked values in any order. Unknown values are kept. */
  values: readonly string[];
  onChange: (values: string[]) => void;
  disabled?: boolean;
  /** CSS height beyond which the list scrolls; 280 pixels by default. */
  maxHeight?: number | string;
}

const List = styled('div')({
  overflowY: 'auto',
  margin: '8px -4px 0',
  padding: '2px 4px',
  borderTop: `1px solid ${color.line}`,
});

const Row = styled('div')({
  padding: '2px 6px',
  borderRadius: radius.small,
  '&:hover': { backgroundColor: color.subtle },
});

/** True if the label, detail or value contains every word of the search. */
export function choiceMatches({ value, label, detail = '' }: Choice, search: string): boolean {
  const text = `${label} ${detail} ${value}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Up and Down move through the checkboxes as in a menu; Tab and Space work as usual. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const ticks = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)')];
  const at = ticks.findIndex((tick) => tick === document.activeElement);
  const next = ticks[at === -1 ? 0 : at + step];
  event.preventDefault();
  next?.focus();
}

interface OptionProps extends Pick<Choice, 'value' | 'label'> {
  detail: string | undefined;
  checked: boolean;
  disabled: boolean;
  onToggle: (value: string, on: boolean) => void;
}

/** Memoized, because lists can have many options and each click changes only one. */
const Option = memo(function Option({ value, label, detail, checked, disabled, onToggle }: OptionProps): ReactNode {
  return (
    <Row>
      <CheckboxField
        label={label}
        checked={checked}
        disabled={disabled}
        {...(detail !== undefined && detail !== '' && { helperText: detail })}
        onChange={(_, on) => onToggle(value, on)}
      />
    </Row>
  );
});

/**
 * A list of checkboxes. The search narrows the list and keeps the selection.
 *
 * @example
 * const [values, setValues] = useState<string[]>(['hygiene']);
 * const options = [
 *   { value: 'hygiene', label: 'Hygiene' },
 *   { value: 'ortho', label: 'Orthodontics' },
 * ];
 * return <CheckboxList label="Specialties" options={options} values={values} onChange={setValues} />;
 */
export function CheckboxList(props: CheckboxListProps): ReactNode {
  const { label, options, values, onChange, disabled = false, maxHeight = 280 } = props;
  const [search, setSearch] = useState('');
  const chosen = new Set(values);
  const found = options.filter((option) => choiceMatches(option, search.trim()));
  const onToggle = useEventCallback((value: string, on: boolean): void =>
    onChange(on ? [...values, value] : values.filter((other) => other !== value)),
  );
  return (
    <div role="group" aria-label={label} onKeyDown={walk}>
      <SearchInput label={messages.search(label)} value={search} onChange={setSearch} width="100%" />
      <VisuallyHidden role="status">
        {search.trim() === '' ? '' : messages.found(found.length, options.length)}
      </VisuallyHidden>
      <List style={{ maxHeight }}>
        {found.map(({ value, label: name, detail }) => (
          <Option key={value} {...{ value, detail, disabled, onToggle }} label={name} checked={chosen.has(value)} />
        ))}
        {found.length === 0 && (
          <Typography color="textSecondary" style={{ padding: '12px 6px' }}>
            {options.length === 0 ? messages.nothing : messages.noMatch(search.trim())}
          </Typography>
        )}
      </List>
    </div>
  );
}
