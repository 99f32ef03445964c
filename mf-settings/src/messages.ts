/** All screen texts of this module by feature. Texts that all modules share are in the kit. */
import { activity } from './activity/messages';
import { administrator } from './administrator/messages';
import { clinics } from './clinics/messages';
import { communication } from './communication/messages';
import { members } from './members/messages';
import { pmsSettings } from './pms-settings/messages';
import { practiceSettings } from './practice-settings/messages';
import { settings } from './settings-record/messages';
import { syncStatus } from './sync-status/messages';

export const messages = {
  activity,
  administrator,
  clinics,
  communication,
  members,
  pmsSettings,
  practiceSettings,
  settings,
  syncStatus,
} as const;
