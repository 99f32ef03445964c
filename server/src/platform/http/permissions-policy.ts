/** The Permissions-Policy of pages: the browser features that their code and frames can use. Pure functions. */

/**
 * Features that no page uses, by their names in Chromium:
 * https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Permissions-Policy
 */
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'unload',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Features that the console itself uses: passkeys and “Copy”. */
const own = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

const directive = (name: string, allowed: readonly string[]): string => `${name}=(${allowed.join(' ')})`;

/** The policy of pages that use no features. */
export const strictestPermissions = [...denied, ...own, 'payment'].map((name) => directive(name, [])).join(', ');

/** @param paymentFrames hosts of the card form, which can use the browser's payment feature */
export function pagePermissions(paymentFrames: readonly string[]): string {
  const payment = paymentFrames.length === 0 ? [] : ['self', ...paymentFrames.map((host) => `"${host}"`)];
  return [
    ...denied.map((name) => directive(name, [])),
    ...own.map((name) => directive(name, ['self'])),
    directive('payment', payment),
  ].join(', ');
}
