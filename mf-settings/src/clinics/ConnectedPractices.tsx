import type { ConnectedPractice } from 'shared-api/contracts';
import { Link, styled, Text } from 'shared-ui';
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
            <Link href={`/settings/${id}/`} newTab>
              {name}
            </Link>{' '}
            <Text as="span" variant="secondary" tone="second">
              {text.clinic(clinicnum, additional_clinics)}
            </Text>
          </li>
        ))}
      </List>
    </Section>
  );
}
