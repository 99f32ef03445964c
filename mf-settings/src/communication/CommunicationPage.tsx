import { missingRight, type PracticeSettings } from 'shared-api/contracts';
import { Alert, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { Section, type SectionNames } from '../settings-record/Section';
import { SettingsPage } from '../settings-record/SettingsPage';
import { overrideQuestion } from './override-question';
import { OverridesTable } from './OverridesTable';

const columns = [
  { path: 'emailOptOutOverrideOptions', title: messages.settings.lists.emailOptOutOverrideOptions },
  { path: 'smsOptOutOverrideOptions', title: messages.settings.lists.smsOptOutOverrideOptions },
] as const;

function sectionOf(settings: PracticeSettings): SectionNames {
  const names = columns.flatMap(({ path, title }) => [title, ...settings[path].map(({ name }) => name)]);
  return {
    title: messages.communication.section,
    paths: columns.map(({ path }) => path),
    names: [...names, messages.communication.column],
  };
}

/** Communication settings (specification: billing, 1 to 4). */
export function CommunicationPage(): ReactNode {
  return (
    <SettingsPage
      name="communication"
      title={messages.communication.title}
      lead={() => messages.communication.lead}
      sections={(settings) => [sectionOf(settings)]}
      question={overrideQuestion}
    >
      <Overrides />
    </SettingsPage>
  );
}

function Overrides(): ReactNode {
  const { owners } = usePractice();
  const { saved, reason } = useSettingsForm();
  // The server decides this. People who can't change settings can't change overrides either.
  const locked = saved.permissions.communication_overrides === false;
  const hasOptions = columns.some(({ path }) => saved[path].length > 0);
  return (
    <Section of={sectionOf(saved)}>
      <Stack spacing={4}>
        {locked && reason === undefined && (
          <Alert severity="info">{missingRight('communication', undefined, owners)}</Alert>
        )}
        {hasOptions ? (
          <OverridesTable columns={columns} disabled={locked || reason !== undefined} />
        ) : (
          <Typography color="textTertiary">{messages.communication.empty}</Typography>
        )}
      </Stack>
    </Section>
  );
}
