import type { ReactNode } from 'react';
import type { PracticeSummary } from 'shared-api/contracts';
import { Page, Panel } from 'shared-ui';
import type { SupportAccesses } from '../session/support-accesses';
import { LazySupportReasonForm } from './LazySupportReasonForm';
import { supportMessages as text } from './messages';

export interface SupportReasonPageProps {
  practice: PracticeSummary;
  support: SupportAccesses;
}

/** Replaces a practice's page until the person has given a reason for opening it. */
export function SupportReasonPage({ practice, support }: SupportReasonPageProps): ReactNode {
  return (
    <Page title={text.title} lead={text.lead(practice.name, practice.id)}>
      <div style={{ maxWidth: 600 }}>
        <Panel>
          <LazySupportReasonForm
            key={practice.id}
            practice={practice}
            onOpen={(reason) => support.open(practice.id, reason)}
          />
        </Panel>
      </div>
    </Page>
  );
}
