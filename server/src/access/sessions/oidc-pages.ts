/** The small pages of a sign-in through the identity provider. Pure functions. */
import { escapeHtml } from '../../platform/http/html.js';

const PATH = '/api/session/oidc';

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} – Practice Console</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${PATH}/pages.css"></head>
<body><main>${body}</main></body>
</html>
`;
}

/** Ends a sign-in that ran in a separate window: notifies the console's other windows and closes itself. */
export const donePage = page(
  'Signed in',
  `<p>You are signed in. You can close this window.</p><script src="${PATH}/done.js"></script>`,
);

export const doneScript = `new BroadcastChannel('practice-console-session').postMessage('signed-in');
window.close();
`;

/** The pages load only their own script and stylesheet. */
export const oidcPagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export const pagesStyle = `body { margin: 0; font: 15px/22px system-ui, sans-serif; }
main { max-width: 400px; margin: 15vh auto 0; padding: 0 24px; }
h1 { font-size: 22px; line-height: 28px; }
label { display: block; margin: 16px 0 4px; font-weight: 600; }
input { box-sizing: border-box; width: 100%; min-height: 40px; padding: 8px 12px; border: 1px solid GrayText; border-radius: 8px; font: inherit; }
button { min-height: 40px; margin: 16px 16px 0 0; padding: 8px 16px; border-radius: 8px; font: inherit; font-weight: 600; }
.problem { color: light-dark(#a11214, #ff9d97); }
`;

const failed = (title: string, message: string, again: string): string =>
  page(title, `<h1>${title}</h1><p>${escapeHtml(message)}</p><p><a href="${escapeHtml(again)}">Try again</a></p>`);

/** @param again the address to which “Try again” leads */
export const failedPage = (message: string, again: string): string => failed('Sign-in failed', message, again);

/** The page of a failed sign-out at the provider. @param again the address to which “Try again” leads */
export const signOutFailedPage = (message: string, again: string): string => failed('Sign-out failed', message, again);

/**
 * Asks for the password of the local account with the same email address as the person at the provider.
 *
 * @param cancel the address to which Cancel leads
 */
export function linkPage(provider: string, email: string, cancel: string): string {
  return page(
    'Link your accounts',
    `<h1>Link your accounts</h1>
<p>There is already a Practice Console account for ${escapeHtml(email)}. Enter its password once to sign in to it with ${escapeHtml(provider)} from now on.</p>
<form>
<input type="email" name="email" value="${escapeHtml(email)}" autocomplete="username" hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" aria-describedby="problem">
<p id="problem" class="problem" role="alert"></p>
<button>Link and sign in</button><a href="${escapeHtml(cancel)}">Cancel</a>
</form><script src="${PATH}/link.js"></script>`,
  );
}

export const linkScript = `const form = document.querySelector('form');
const problem = document.querySelector('#problem');
const button = document.querySelector('button');
const password = document.querySelector('#password');
const cancel = document.querySelector('a');
password.focus();
cancel.addEventListener('click', (event) => {
  // In a separate window: the console in the other one asks again.
  if (!cancel.pathname.startsWith('${PATH}/')) return;
  event.preventDefault();
  window.close();
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  problem.textContent = '';
  try {
    const answer = await fetch('/api/session/link/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: password.value }),
    });
    const said = await answer.json();
    if (answer.ok) {
      location.replace(said.return_to);
      return;
    }
    problem.textContent = said.message;
  } catch {
    problem.textContent = 'The server could not be reached. Check your connection and try again.';
  }
  button.disabled = false;
  password.select();
});
`;
