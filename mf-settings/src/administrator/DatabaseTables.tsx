import { StatusBadge } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { usePractice, useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useCreateTablesMutation } from '../api';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { errorMessage } from '../settings-record/use-settings';

const text = messages.administrator.tables;

/** Shows whether the practice has tables for its synced data, and creates them (4.1). */
export function DatabaseTables(): ReactNode {
  const { notify } = useRemote();
  const practiceId = usePractice().id;
  const { saved, readAgain } = useSettingsForm();
  const [create, { isLoading }] = useCreateTablesMutation();
  const exist = saved.schema_has_tables === true;

  const onCreate = async (): Promise<void> => {
    const { data, error } = await create({ practice: practiceId });
    if (!data) {
      notify({ severity: 'error', message: errorMessage(error, text.failed) });
      return;
    }
    const known = data.status === 'info';
    const otherwise = known ? text.known : text.created;
    notify({ severity: known ? 'info' : 'success', message: data.message === '' ? otherwise : data.message });
    // Refetches the settings and keeps unsaved edits (DECISIONS 20).
    await readAgain();
  };

  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <Typography variant="h2" component="h3">
        {text.title}
      </Typography>
      <Stack direction="row" spacing={3} role="status" sx={{ flexWrap: 'wrap' }}>
        <StatusBadge tone={exist ? 'success' : 'attention'}>{exist ? text.exist : text.missing}</StatusBadge>
        <Typography color="textSecondary">{exist ? text.existText : text.missingText}</Typography>
      </Stack>
      {!exist && (
        <Button loading={isLoading} onClick={() => void onCreate()}>
          {text.create}
        </Button>
      )}
    </Stack>
  );
}
