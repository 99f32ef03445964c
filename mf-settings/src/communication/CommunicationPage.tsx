import { narrow, Notice, Stack, styled } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { shownProblems } from '../settings-record/problems';
import { Section, type SectionNames } from '../settings-record/Section';
import { SettingsPage } from '../settings-record/SettingsPage';
import type { PracticeSettings } from 'shared-api/contracts';
import { OverrideList } from './OverrideList';

const words = messages.communication;

const columns = [
  { path: 'emailOptOutOverrideOptions', title: words.email },
  { path: 'smsOptOutOverrideOptions', title: words.sms },
] as const;

function sectionOf(settings: PracticeSettings): SectionNames {
  const names = columns.flatMap(({ path, title }) => [title, ...settings[path].map(({ name }) => name)]);
  return { title: words.section, paths: columns.map(({ path }) => path), names: [...names, words.column] };
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
    <SettingsPage title={words.title} lead={() => words.lead} sections={(settings) => [sectionOf(settings)]}>
      <Overrides />
    </SettingsPage>
  );
}

function Overrides(): ReactNode {
  const { draft, dispatch, saved } = useSettingsForm();
  const permission = saved.permissions.communication_overrides;
  const problems = shownProblems(draft);
  return (
    <Section of={sectionOf(saved)}>
      <Stack gap={4}>
        {permission === false && <Notice tone="information">{words.locked}</Notice>}
        <Columns>
          {columns.map(({ path, title }) => (
            <OverrideList
              key={path}
              title={title}
              name={path}
              options={draft.edits[path] ?? saved[path]}
              saved={saved[path]}
              error={problems.find((problem) => problem.path === path)?.message}
              permission={permission}
              onChange={(value) => dispatch({ type: 'changed', path, value })}
              onReset={() => dispatch({ type: 'put-back', path })}
            />
          ))}
        </Columns>
      </Stack>
    </Section>
  );
}
