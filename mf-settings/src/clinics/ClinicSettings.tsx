import type { ReactNode } from 'react';
import { useSettingsForm } from '../settings-record/form';
import { AdvancedClinicSettings } from './AdvancedClinicSettings';
import { ClinicsTable } from './ClinicsTable';
import { ConnectedPractices } from './ConnectedPractices';
import { advancedSection, clinicSections, connectedSection, tableSection } from './sections';

/** What super admins do with the clinics of a practice (2.1 and 4.1). */
export function ClinicSettings(): ReactNode {
  const { saved } = useSettingsForm();
  const shown = clinicSections(saved);
  return (
    <>
      {shown.includes(advancedSection) && <AdvancedClinicSettings />}
      {shown.includes(tableSection) && <ClinicsTable />}
      {shown.includes(connectedSection) && <ConnectedPractices practices={saved.connected_practices ?? []} />}
    </>
  );
}
