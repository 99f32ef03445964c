import { isAllOption, type OptOutOverride, withToggledOption } from 'shared-api/contracts';
import { Button, Checkbox, Stack, Text, UndoIcon } from 'shared-ui';
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
    <Stack gap={1} role="group" aria-label={text.group(title)}>
      <Stack direction="row" justify="space-between" gap={2} style={{ minHeight: 32 }}>
        <Text variant="sectionHeading" as="h3">
          {title}
        </Text>
        {options.some(isChanged) && (
          <Button variant="quiet" icon={<UndoIcon size={14} />} onClick={onReset}>
            {text.revert(title)}
          </Button>
        )}
      </Stack>
      <Text tone="second">{text.column}</Text>
      {options.length === 0 && <Text tone="third">{text.empty}</Text>}
      {options.map((option, at) => (
        <Checkbox
          key={option.id}
          label={option.name}
          checked={option.checked}
          indeterminate={option === all && !option.checked && some}
          disabled={disabled}
          modified={isChanged(option)}
          {...(at === 0 && { name })}
          error={at === 0 ? error : undefined}
          onChange={(checked) => onChange(withToggledOption(options, option.id, checked))}
        />
      ))}
    </Stack>
  );
}
