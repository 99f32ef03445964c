import { Button, Stack, StatusBadge, Text } from 'shared-ui';
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
    // Refetches the settings. Unsaved edits stay (DECISIONS 20).
    await readAgain();
  };

  return (
    <Stack gap={2} align="flex-start">
      <Text variant="sectionHeading" as="h3">
        {text.title}
      </Text>
      <Stack direction="row" gap={3} wrap role="status">
        <StatusBadge tone={exist ? 'success' : 'attention'}>{exist ? text.exist : text.missing}</StatusBadge>
        <Text tone="second">{exist ? text.existText : text.missingText}</Text>
      </Stack>
      {!exist && (
        <Button busy={isLoading} onClick={() => void onCreate()}>
          {text.create}
        </Button>
      )}
    </Stack>
  );
}
