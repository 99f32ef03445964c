import { Divider, Stack, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { ClinicSettings } from '../clinics/ClinicSettings';
import { messages } from '../messages';
import { matches, useSettingsForm } from '../settings-record/form';
import { Fields, Section, sectionMatches } from '../settings-record/Section';
import { DatabaseTables } from './DatabaseTables';
import { administratorSection, groups } from './sections';

const text = messages.administrator;

/** Settings that only super admins see: administrator settings and clinics (2.1 and 6). */
export function AdministratorSettings(): ReactNode {
  const { search } = useSettingsForm();
  const everything = matches(search, text.title);
  return (
    <>
      <Section of={administratorSection} description={text.description}>
        <Stack spacing={5}>
          <div hidden={!everything && !matches(search, text.tables.title)}>
            <DatabaseTables />
          </div>
          {groups.map((group) => (
            <div key={group.title} hidden={!everything && !sectionMatches(search, group)}>
              <Stack spacing={3}>
                <Divider />
                <Typography variant="h2" component="h3">
                  {group.title}
                </Typography>
                <Fields of={everything ? { ...group, title: text.title } : group} />
              </Stack>
            </div>
          ))}
        </Stack>
      </Section>
      <ClinicSettings />
    </>
  );
}
