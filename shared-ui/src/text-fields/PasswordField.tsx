import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ChangeEvent, type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { controlProps } from '../fields/control-props';
import { FieldFrame, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';
import { EyeIcon, EyeOffIcon } from '../icons';
import { commonMessages } from '../messages';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';

type Native = Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'value' | 'onChange' | 'type' | 'size' | 'id'>;

/** Other attributes, such as `autoFocus`, go to the input. */
export interface PasswordFieldProps extends FieldOwnProps, Native {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  autoComplete?: 'current-password' | 'new-password';
}

/** A password field with a button that shows the password. */
export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { field, rest } = splitOwnProps(props);
  const { value, onChange, autoComplete = 'current-password', ...native } = rest;
  const ids = useFieldIds(field);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame field={field} ids={ids}>
      <OutlinedInput
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        value={value}
        onChange={onChange}
        slotProps={{
          input: { spellCheck: false, autoCapitalize: 'none', ...native, ...controlProps(field, ids) },
        }}
        endAdornment={
          <InputAdornment position="end">
            <Tooltip title={shown ? commonMessages.hidePassword : commonMessages.showPassword}>
              <IconButton size="small" onClick={() => setShown(!shown)}>
                {shown ? <EyeOffIcon /> : <EyeIcon />}
              </IconButton>
            </Tooltip>
          </InputAdornment>
        }
      />
    </FieldFrame>
  );
}
