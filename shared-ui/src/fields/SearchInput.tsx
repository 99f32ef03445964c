import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useRef } from 'react';
import { CloseIcon, SearchIcon } from '../icons';
import { commonMessages } from '../messages';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { useShortcut } from '../shortcuts/use-shortcut';

export interface SearchInputProps {
  /** The accessible name and the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A key that focuses the input from anywhere on the page: `/`. */
  shortcut?: string;
  /** In pixels; 220 by default. */
  width?: number | string;
}

/**
 * Filters the content below as the person types. Escape clears it.
 *
 * @example
 * const [text, setText] = useState('');
 * return <SearchInput label="Search rooms" value={text} onChange={setText} />;
 */
export function SearchInput({ label, value, onChange, shortcut, width = 220 }: SearchInputProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useShortcut(shortcut ?? '', () => field.current?.focus(), { when: shortcut !== undefined });
  return (
    <OutlinedInput
      data-search=""
      type="search"
      placeholder={label}
      value={value}
      inputRef={field}
      style={{ width, maxWidth: '100%' }}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        event.stopPropagation();
        onChange('');
      }}
      slotProps={{ input: { 'aria-label': label, 'aria-keyshortcuts': shortcut } }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon />
        </InputAdornment>
      }
      endAdornment={
        value !== '' && (
          <InputAdornment position="end">
            <Tooltip title={commonMessages.clearSearch}>
              <IconButton
                size="small"
                onClick={() => {
                  onChange('');
                  field.current?.focus();
                }}
              >
                <CloseIcon size={14} />
              </IconButton>
            </Tooltip>
          </InputAdornment>
        )
      }
    />
  );
}
