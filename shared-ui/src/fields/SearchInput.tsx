import { styled } from '@mui/material/styles';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { CloseIcon, SearchIcon } from '../icons';
import { commonMessages } from '../messages';
import { useShortcut } from '../shortcuts/use-shortcut';
import { color } from '../theme/tokens';
import { Control } from './TextInput';

const Around = styled('div')({ position: 'relative', display: 'flex', maxWidth: '100%' });

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

const Field = styled(Control)({
  paddingLeft: 32,
  paddingRight: 32,
  '&::-webkit-search-cancel-button': { display: 'none' },
});

export interface SearchInputProps {
  /** Its name, and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A key that brings the focus here from anywhere on the page, e.g. `/`. */
  shortcut?: string;
  /** In pixels; 220 when absent. */
  width?: number | string;
}

/** Filters the content below as the person types. Escape clears it. */
export function SearchInput({ label, value, onChange, shortcut, width = 220 }: SearchInputProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useShortcut(shortcut ?? '', () => field.current?.focus(), { when: shortcut !== undefined });
  return (
    <Around style={{ width }}>
      <Glass>
        <SearchIcon />
      </Glass>
      <Field
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          onChange('');
        }}
      />
      {value !== '' && (
        <span style={{ position: 'absolute', right: 4, top: 0, bottom: 0, display: 'flex', alignItems: 'center' }}>
          <IconButton
            small
            label={commonMessages.clearSearch}
            icon={<CloseIcon size={14} />}
            onClick={() => {
              onChange('');
              field.current?.focus();
            }}
          />
        </span>
      )}
    </Around>
  );
}
