import type { ConnectedPractice } from 'shared-api/contracts';
import { NewTabLink, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { Section } from '../settings-record/Section';
import { connectedSection } from './sections';

const text = messages.clinics.connected;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 });

/** Practices made from clinics, each with its settings in a new tab (2.1). */
export function ConnectedPractices({ practices }: { practices: readonly ConnectedPractice[] }): ReactNode {
  return (
    <Section of={connectedSection} description={text.description}>
      <List aria-label={text.label}>
        {practices.map(({ id, name, clinicnum, additional_clinics }) => (
          <li key={id}>
            <NewTabLink href={`/settings/${id}/`}>{name}</NewTabLink>{' '}
            <Typography component="span" variant="body2" color="textSecondary">
              {text.clinic(clinicnum, additional_clinics)}
            </Typography>
          </li>
        ))}
      </List>
    </Section>
  );
}
