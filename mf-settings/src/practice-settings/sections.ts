/** The page's sections in their documented order, with search terms (2.1 and 6). */
import type { Flags } from 'shared-api';
import { pmsKindOf, type PracticeSettings } from 'shared-api/contracts';
import { administratorSection } from '../administrator/sections';
import { clinicSections } from '../clinics/sections';
import { messages } from '../messages';
import { pmsSection } from '../pms-settings/sections';
import type { SectionNames } from '../settings-record/Section';
import { syncSection } from '../sync-status/sections';

export const basicSection: SectionNames = {
  title: messages.practiceSettings.basic.title,
  paths: [
    'autofill_missing_referral_sources',
    'ph_call_notification_source',
    'send_task_emails',
    'baseline_date',
    'is_pediatric',
  ],
};

export function sectionsOf(settings: PracticeSettings, flags: Flags): SectionNames[] {
  const pms = pmsKindOf(settings.pms_name);
  const own = [basicSection, pmsSection(pms), syncSection(flags)];
  if (!flags.super_admin) return own;
  return [...own, administratorSection, ...clinicSections(settings)];
}
