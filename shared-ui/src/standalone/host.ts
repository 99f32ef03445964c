/**
 * Mounts one remote as the shell does, with the mock server of its `src/standalone.ts`. Logs to the browser's console.
 */
import { getResponse } from 'msw';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as standalone from 'remote-standalone';
import declaration from 'remote-declaration';
import * as lifecycles from 'remote-lifecycles';
import { remoteProps, type ShellRecord } from 'shared-api/testing';
import { ConsoleTheme } from '../theme';

/** Makes all exports optional. The bundler would warn about importing a session that a remote doesn't export. */
const given = (of: Partial<typeof standalone>): Partial<typeof standalone> => of;
const { handlers = [], practice = null, session } = given(standalone);

const realFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const asked = new Request(input, init);
  return (await getResponse(handlers, asked.clone())) ?? realFetch(asked);
};

const shell: ShellRecord = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };

const theme = document.createElement('div');
document.body.append(theme);
createRoot(theme).render(createElement(ConsoleTheme, { nonce: '', root: true, children: null }));

const patterns = declaration.routes.map(({ path }) => path);
const present = patterns.find((path) => path === decodeURIComponent(location.hash.slice(1))) ?? patterns[0] ?? '';

const routes = document.getElementById('standalone-routes') as HTMLElement;
for (const { path, title } of declaration.routes) {
  const link = document.createElement('a');
  link.href = `#${encodeURIComponent(path)}`;
  link.textContent = title;
  link.addEventListener('click', () => setTimeout(() => location.reload()));
  routes.append(link, ' ');
}

const props = {
  ...remoteProps(shell, {
    practice,
    ...(session && { session }),
    route: present,
    module: { name: declaration.name, version: 'standalone' },
    notify: (notification) => console.info(notification.severity, notification.message),
    setUnsavedChanges: (changes) => console.info('unsaved', changes),
  }),
  name: declaration.name,
  domElement: document.getElementById('standalone-outlet') as HTMLElement,
};
await lifecycles.bootstrap(props);
await lifecycles.mount(props);
