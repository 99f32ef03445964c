/** The two small pages of a sign-in through the identity provider. Pure. */
import { escapeHtml } from '../page/html.js';

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} – Practice Console</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"></head>
<body>${body}</body>
</html>
`;
}

/** Ends a sign-in that ran in a window of its own: tells the console's other windows, and closes itself. */
export const donePage = page(
  'Signed in',
  '<p>You are signed in. You can close this window.</p><script src="/api/session/oidc/done.js"></script>',
);

export const doneScript = `new BroadcastChannel('practice-console-session').postMessage('signed-in');
window.close();
`;

/** Both pages load a script of ours and nothing else. */
export const oidcPagePolicy = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

export function failedPage(message: string, again: string): string {
  return page(
    'Sign-in failed',
    `<h1>Sign-in failed</h1><p>${escapeHtml(message)}</p><p><a href="${escapeHtml(again)}">Try again</a></p>`,
  );
}
