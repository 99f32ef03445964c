import { pmsKindOf, type PracticeSettings } from 'shared-api/contracts';
import { messages } from '../messages';
import type { SectionNames } from '../settings-record/Section';

const text = messages.clinics;

export const advancedSection: SectionNames = {
  title: text.advanced.title,
  paths: ['use_clinics', 'parent_practice_id', 'clinicnum', 'additional_clinicnums'],
};

export const tableSection: SectionNames = {
  title: text.table.title,
  names: [text.table.button, text.table.additional, text.table.name],
};

export const connectedSection: SectionNames = { title: text.connected.title };

/** The clinic sections that apply to these settings (2.1 and 6). */
export function clinicSections(settings: PracticeSettings): SectionNames[] {
  return [
    ...(pmsKindOf(settings.pms_name) === 'opendental' ? [advancedSection] : []),
    ...((settings.clinic_information ?? []).length > 0 ? [tableSection] : []),
    ...((settings.connected_practices ?? []).length > 0 ? [connectedSection] : []),
  ];
}
