import { pmsKindOf } from 'shared-api/contracts';
import { useRemote } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { AdministratorSettings } from '../administrator/AdministratorSettings';
import { BillingCustomerNote } from '../administrator/BillingCustomerNote';
import { TimeZoneNote } from '../administrator/TimeZoneNote';
import { overrideQuestion } from '../communication/override-question';
import { messages } from '../messages';
import { PmsSettings } from '../pms-settings/PmsSettings';
import { Fields, Section } from '../settings-record/Section';
import { SettingsPage } from '../settings-record/SettingsPage';
import { SyncStatus } from '../sync-status/SyncStatus';
import { basicSection, sectionsOf } from './sections';

const text = messages.practiceSettings;
const notes = { stripe_customer_id: <BillingCustomerNote />, time_zone: <TimeZoneNote /> };

/** The vendor's spelling of the system's name, if known. */
function pmsTitle(name: string): string {
  const kind = pmsKindOf(name);
  return kind ? messages.pmsSettings.names[kind] : name;
}

/** Practice settings (specification: settings and hours, 2.1). */
export function PracticeSettingsPage(): ReactNode {
  const { flags } = useRemote().session;
  return (
    <SettingsPage
      name="general"
      title={text.title}
      lead={({ practice_name, pms_name }) => text.lead(practice_name, pmsTitle(pms_name))}
      sections={(settings) => sectionsOf(settings, flags)}
      notes={notes}
      question={overrideQuestion}
    >
      <Section of={basicSection}>
        <Fields of={basicSection} />
      </Section>
      <PmsSettings />
      <SyncStatus />
      {flags.super_admin && <AdministratorSettings />}
    </SettingsPage>
  );
}
