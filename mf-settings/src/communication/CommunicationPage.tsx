import { missingRight, type PracticeSettings } from 'shared-api/contracts';
import { narrow, styled } from 'shared-ui';
import { Alert, Stack } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { Section, type SectionNames } from '../settings-record/Section';
import { SettingsPage } from '../settings-record/SettingsPage';
import { overrideQuestion } from './override-question';
import { OverrideList } from './OverrideList';

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

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 32,
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 },
});

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
  const { saved, reason } = useSettingsForm();
  // The server decides this. People who can't change settings can't change overrides either.
  const locked = saved.permissions.communication_overrides === false;
  return (
    <Section of={sectionOf(saved)}>
      <Stack spacing={4}>
        {locked && reason === undefined && <Alert severity="info">{missingRight('communication')}</Alert>}
        <Columns>
          {columns.map(({ path, title }) => (
            <OverrideList key={path} title={title} path={path} disabled={locked || reason !== undefined} />
          ))}
        </Columns>
      </Stack>
    </Section>
  );
}
