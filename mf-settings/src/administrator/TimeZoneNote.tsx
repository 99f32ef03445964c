import { dayText, editedValue, timeZoneStart } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { useDraft, useSettingsForm } from '../settings-record/form';

const text = messages.administrator.timeZone;

/** Shown below the field: the day from which a new time zone applies. */
export function TimeZoneNote(): ReactNode {
  const { saved } = useSettingsForm();
  const edit = useDraft(({ edits }) => edits.get('time_zone'));
  const chosen = edit && editedValue(edit);
  if (typeof chosen !== 'string' || saved.time_zone === undefined) return text.help;
  return text.changed(dayText(timeZoneStart(saved.time_zone, chosen, new Date())));
}
