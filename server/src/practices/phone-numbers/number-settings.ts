/** The call and message settings of a number, and the changes that a move makes to them. Pure functions. */

/** Twilio's field names → their names for people. */
const names = {
  voiceUrl: 'Voice URL',
  voiceFallbackUrl: 'Voice fallback URL',
  voiceApplicationSid: 'Voice application',
  trunkSid: 'Trunk',
  smsUrl: 'Messaging URL',
  smsFallbackUrl: 'Messaging fallback URL',
  smsApplicationSid: 'Messaging application',
  statusCallback: 'Status callback',
  addressSid: 'Address',
  emergencyAddressSid: 'Emergency address',
} as const;

export type NumberSettings = { [Field in keyof typeof names]?: string | null };

const displayValue = (value: string | null | undefined): string => (value ? value : 'none');

/** The changed settings, as text for people: `Voice URL: https://… → none`. */
export function changedSettings(before: NumberSettings, after: NumberSettings): string[] {
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((field) => {
    const [was, is] = [displayValue(before[field]), displayValue(after[field])];
    return was === is ? [] : [`${names[field]}: ${was} → ${is}`];
  });
}
