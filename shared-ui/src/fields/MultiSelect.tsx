import { styled } from '@mui/material/styles';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { Popover } from '../actions/Popover';
import { CloseIcon, PlusIcon, UndoIcon } from '../icons';
import { VisuallyHidden } from '../layout/Stack';
import { Text } from '../layout/Text';
import { commonMessages } from '../messages';
import { ownProps } from '../theme/styled-props';
import { color, narrow, radius, size } from '../theme/tokens';
import { CheckboxList, type Choice } from './CheckboxList';
import { FieldFrame, type FieldProps, useFieldIds } from './Field';
import { splitField } from './TextInput';

const messages = commonMessages.choices;

const Around = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 8,
  boxSizing: 'border-box',
  minHeight: size.control,
  padding: 4,
  border: `1px solid ${color.control}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  '&[data-invalid]': { borderColor: color.danger },
  [narrow]: { flexWrap: 'wrap' },
});

const Chips = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 4,
  flex: 1,
  minWidth: 0,
  margin: 0,
  padding: '4px 0 4px 2px',
  listStyle: 'none',
  // The names use the full width.
  [narrow]: { flexBasis: '100%' },
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
  borderRadius: radius.small,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 550,
  overflowWrap: 'anywhere',
  ...grounds[state],
}));

const Note = styled('span')({ fontWeight: 400, color: color.inkSecond, whiteSpace: 'nowrap' });

export interface MultiSelectProps extends FieldProps {
  options: readonly Choice[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The saved choices: additions are marked, and removals are struck through and can be reverted. */
  before?: readonly string[];
}

/** Selects several of many: the selection as chips, and a searchable list of checkboxes. */
export function MultiSelect(props: MultiSelectProps): ReactNode {
  const { field, rest } = splitField(props);
  const { options, values, onChange, before = values } = rest;
  const ids = useFieldIds(field);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const known = new Map(options.map((option) => [option.value, option]));
  const shown = [...before, ...values.filter((value) => !before.includes(value))];
  const stateOf = (value: string): State =>
    !values.includes(value) ? 'removed' : before.includes(value) ? 'kept' : 'added';
  const change = (next: string[]): void => {
    onChange(next);
    // The pressed button disappears with its chip.
    opener.current?.focus();
  };
  return (
    <FieldFrame field={field} ids={ids}>
      <Around data-invalid={field.error ? '' : undefined}>
        <Chips aria-label={field.label}>
          {shown.length === 0 && (
            <li>
              <Text as="span" variant="secondary" tone="third" style={{ lineHeight: '24px', paddingLeft: 6 }}>
                {messages.none}
              </Text>
            </li>
          )}
          {shown.map((value) => {
            const { label = value, note } = known.get(value) ?? {};
            const state = stateOf(value);
            return (
              <Item key={value} state={state}>
                <span data-name="">{label}</span>
                {state !== 'kept' && <VisuallyHidden>{` ${messages[state]}`}</VisuallyHidden>}
                {note !== undefined && state !== 'added' && <Note>{` ${note}`}</Note>}
                {!field.disabled && (
                  <IconButton
                    small
                    label={state === 'removed' ? commonMessages.revert(label) : messages.remove(label)}
                    icon={state === 'removed' ? <UndoIcon size={12} /> : <CloseIcon size={12} />}
                    onClick={() =>
                      change(state === 'removed' ? [...values, value] : values.filter((other) => other !== value))
                    }
                  />
                )}
              </Item>
            );
          })}
        </Chips>
        <Button
          ref={opener}
          id={ids.id}
          variant="quiet"
          icon={<PlusIcon size={14} />}
          aria-label={messages.choose(field.label)}
          aria-describedby={ids['aria-describedby']}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          disabled={field.disabled === true}
          style={{ flex: 'none' }}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          {messages.open}
        </Button>
      </Around>
      <Popover anchor={anchor} label={messages.choose(field.label)} width={320} onClose={() => setAnchor(null)}>
        <CheckboxList label={field.label} options={options} values={values} onChange={onChange} />
      </Popover>
    </FieldFrame>
  );
}
