import { UndoIcon } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useDraft, useSettingsForm } from '../settings-record/form';
import { OverrideField, type OverridePath } from './OverrideField';

const text = messages.communication;

export interface OverrideListProps {
  path: OverridePath;
  /** 'Email Settings' or 'SMS Settings'. */
  title: string;
  /** Visible, but not editable (DECISIONS 21). */
  disabled: boolean;
}

/** One column of opt-out overrides. The "all" option is set when all others are (specification: billing, 4). */
export function OverrideList({ path, title, disabled }: OverrideListProps): ReactNode {
  const { saved, dispatch } = useSettingsForm();
  const options = saved[path];
  const isModified = useDraft(({ edits }) => options.some(({ id }) => edits.has(`${path}.${id}`)));
  return (
    <Stack spacing={1} role="group" aria-label={text.group(title)}>
      <Stack direction="row" spacing={2} style={{ minHeight: 32 }} sx={{ justifyContent: 'space-between' }}>
        <Typography variant="h2" component="h3">
          {title}
        </Typography>
        {isModified && (
          <Button
            variant="text"
            startIcon={<UndoIcon size={14} />}
            onClick={() => dispatch({ type: 'revert', keys: options.map(({ id }) => `${path}.${id}` as const) })}
          >
            {text.revert(title)}
          </Button>
        )}
      </Stack>
      <Typography color="textSecondary">{text.column}</Typography>
      {options.length === 0 && <Typography color="textTertiary">{text.empty}</Typography>}
      {options.map(({ id }, at) => (
        <OverrideField key={id} path={path} id={id} isFirst={at === 0} disabled={disabled} />
      ))}
    </Stack>
  );
}
