import { isAllOption, type OptOutOverride, withToggledOption } from 'shared-api/contracts';
import { UndoIcon } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { Button, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const text = messages.communication;

export interface OverrideListProps {
  /** 'Email Settings' or 'SMS Settings'. */
  title: string;
  /** Name in the form. The page finds the first error by it. */
  name: string;
  options: readonly OptOutOverride[];
  saved: readonly OptOutOverride[];
  error: string | undefined;
  /** Visible, but not editable (DECISIONS 21). */
  disabled: boolean;
  onChange: (options: OptOutOverride[]) => void;
  onReset: () => void;
}

/** One column of opt-out overrides. The "all" option is set when all others are (specification: billing, 4). */
export function OverrideList(props: OverrideListProps): ReactNode {
  const { title, name, options, saved, error, disabled, onChange, onReset } = props;
  const all = options.find(isAllOption);
  const some = options.some((option) => option.checked && option !== all);
  const isChanged = ({ id, checked }: OptOutOverride): boolean =>
    checked !== (saved.find((option) => option.id === id)?.checked ?? false);
  return (
    <Stack spacing={1} role="group" aria-label={text.group(title)}>
      <Stack direction="row" spacing={2} style={{ minHeight: 32 }} sx={{ justifyContent: 'space-between' }}>
        <Typography variant="h2" component="h3">
          {title}
        </Typography>
        {options.some(isChanged) && (
          <Button variant="text" startIcon={<UndoIcon size={14} />} onClick={onReset}>
            {text.revert(title)}
          </Button>
        )}
      </Stack>
      <Typography color="textSecondary">{text.column}</Typography>
      {options.length === 0 && <Typography color="textTertiary">{text.empty}</Typography>}
      {options.map((option, at) => (
        <CheckboxField
          key={option.id}
          label={option.name}
          checked={option.checked}
          indeterminate={option === all && !option.checked && some}
          disabled={disabled}
          modified={isChanged(option)}
          {...(at === 0 && { name })}
          errorText={at === 0 ? error : undefined}
          onChange={(_, checked) => onChange(withToggledOption(options, option.id, checked))}
        />
      ))}
    </Stack>
  );
}
