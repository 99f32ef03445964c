/** The Permissions-Policy of pages: what their code, and that of frames, may use of the browser. Pure functions. */

/** What no page uses. Names that Chromium knows: https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Permissions-Policy */
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

/** What the console itself uses: passkeys, and “Copy”. */
const own = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

const directive = (name: string, allowed: readonly string[]): string => `${name}=(${allowed.join(' ')})`;

/** Of pages that use nothing. */
export const strictestPermissions = [...denied, ...own, 'payment'].map((name) => directive(name, [])).join(', ');

/** @param paymentFrames hosts of the card form, which may ask the browser for a payment */
export function pagePermissions(paymentFrames: readonly string[]): string {
  const payment = paymentFrames.length === 0 ? [] : ['self', ...paymentFrames.map((host) => `"${host}"`)];
  return [
    ...denied.map((name) => directive(name, [])),
    ...own.map((name) => directive(name, ['self'])),
    directive('payment', payment),
  ].join(', ');
}
