/** Maps the settings from the wire and repairs known irregularities (DECISIONS 6). */
import { defaultPmsSettings, pmsFields, type PmsSettings, type PracticeSettings } from 'shared-api/contracts';

/** Default values (specification: settings and hours, 3.1). */
const defaults: Partial<PracticeSettings> = {
  autofill_missing_referral_sources: true,
  ph_call_notification_source: 'udp',
  send_task_emails: false,
  baseline_date: null,
  is_pediatric: false,
  emailOptOutOverrideOptions: [],
  smsOptOutOverrideOptions: [],
};

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') {
    try {
      return objectIn(JSON.parse(value));
    } catch {
      return {};
    }
  }
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Reads `additional_data` from an object or JSON text, which can be invalid. Missing or mistyped values get defaults.
 */
function pmsFromWire(value: unknown): PmsSettings {
  const given = objectIn(value);
  const entries = pmsFields.map((name) => {
    const fallback = defaultPmsSettings[name];
    return [name, typeof given[name] === typeof fallback ? given[name] : fallback];
  });
  return Object.fromEntries(entries) as PmsSettings;
}

/** @throws if the response is not an object */
export function settingsFromWire(answer: unknown): PracticeSettings {
  if (typeof answer !== 'object' || answer === null) throw new TypeError('The practice settings are no object');
  const given = answer as PracticeSettings;
  return {
    ...defaults,
    ...given,
    permissions: given.permissions ?? {},
    additional_data: pmsFromWire(given.additional_data),
  };
}
