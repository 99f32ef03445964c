/** Parameters that configure a number, and the fields that they set. */
import type { CallContext } from './calls.js';
import { invalidParameter } from './errors.js';
import type { NumberSettings } from './store.js';

type TextSetting = {
  [Name in keyof NumberSettings]: NumberSettings[Name] extends string
    ? string extends NumberSettings[Name]
      ? Name
      : never
    : never;
}[keyof NumberSettings];
type SidSetting = 'trunk_sid' | 'identity_sid' | 'bundle_sid' | 'emergency_address_sid';

const urls: Readonly<Record<string, TextSetting>> = {
  VoiceUrl: 'voice_url',
  VoiceFallbackUrl: 'voice_fallback_url',
  SmsUrl: 'sms_url',
  SmsFallbackUrl: 'sms_fallback_url',
  StatusCallback: 'status_callback',
};
const methods: Readonly<Record<string, TextSetting>> = {
  VoiceMethod: 'voice_method',
  VoiceFallbackMethod: 'voice_fallback_method',
  SmsMethod: 'sms_method',
  SmsFallbackMethod: 'sms_fallback_method',
  StatusCallbackMethod: 'status_callback_method',
};
const applications: Readonly<Record<string, TextSetting>> = {
  VoiceApplicationSid: 'voice_application_sid',
  SmsApplicationSid: 'sms_application_sid',
};
const sids: Readonly<Record<string, readonly [SidSetting, prefix: string]>> = {
  TrunkSid: ['trunk_sid', 'TK'],
  IdentitySid: ['identity_sid', 'RI'],
  BundleSid: ['bundle_sid', 'BU'],
  EmergencyAddressSid: ['emergency_address_sid', 'AD'],
};

/** Without `AddressSid`, which must be an address of the account that has the number after the request. */
export const settingParameters: readonly string[] = [
  'FriendlyName',
  'VoiceCallerIdLookup',
  'VoiceReceiveMode',
  'EmergencyStatus',
  ...Object.keys(urls),
  ...Object.keys(methods),
  ...Object.keys(applications),
  ...Object.keys(sids),
];

export const defaultSettings: NumberSettings = {
  friendly_name: '',
  voice_url: '',
  voice_method: 'POST',
  voice_fallback_url: '',
  voice_fallback_method: 'POST',
  voice_caller_id_lookup: false,
  voice_receive_mode: 'voice',
  voice_application_sid: '',
  sms_url: '',
  sms_method: 'POST',
  sms_fallback_url: '',
  sms_fallback_method: 'POST',
  sms_application_sid: '',
  status_callback: '',
  status_callback_method: 'POST',
  trunk_sid: null,
  address_sid: null,
  identity_sid: null,
  bundle_sid: null,
  emergency_address_sid: null,
  emergency_status: 'Inactive',
};

/**
 * The settings in a request. An empty value unsets a setting. @throws TwilioError 20001 with the name of the first bad
 * parameter
 */
export function settingsIn({ params }: CallContext): Partial<NumberSettings> {
  const set: Partial<NumberSettings> = {};
  const read = (names: Readonly<Record<string, TextSetting>>, right: RegExp): void => {
    for (const [name, field] of Object.entries(names)) {
      const value = params.text(name);
      if (value === undefined) continue;
      if (value !== '' && !right.test(value)) throw invalidParameter(name, value);
      set[field] = value;
    }
  };
  read({ FriendlyName: 'friendly_name' }, /^.{1,64}$/);
  read({ VoiceReceiveMode: 'voice_receive_mode' }, /^(voice|fax)$/);
  read(urls, /^https?:\/\/\S+$/);
  read(methods, /^(GET|POST)$/);
  read(applications, /^AP[0-9a-f]{32}$/i);
  for (const [name, [field, prefix]] of Object.entries(sids)) {
    const value = params.text(name);
    if (value === undefined) continue;
    if (value !== '' && !new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i').test(value)) throw invalidParameter(name, value);
    set[field] = value === '' ? null : value;
  }
  const lookup = params.oneOf('VoiceCallerIdLookup', ['true', 'false']);
  if (lookup !== undefined) set.voice_caller_id_lookup = lookup === 'true';
  const emergency = params.oneOf('EmergencyStatus', ['Active', 'Inactive']);
  if (emergency !== undefined) set.emergency_status = emergency;
  return set;
}
