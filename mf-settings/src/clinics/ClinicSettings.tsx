import type { ReactNode } from 'react';
import { useSettingsForm } from '../settings-record/form';
import { AdvancedClinicSettings } from './AdvancedClinicSettings';
import { ClinicsTable } from './ClinicsTable';
import { ConnectedPractices } from './ConnectedPractices';
import { advancedSection, clinicSections, connectedSection, tableSection } from './sections';

/** The clinic sections of a practice, for super admins (2.1 and 4.1). */
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
