/** Mounts one remote as the shell would, on the answers of its own `src/alone.ts`. What it says goes to the console. */
import { getResponse } from 'msw';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as alone from 'remote-alone';
import declaration from 'remote-declaration';
import * as lifecycles from 'remote-lifecycles';
import { remoteProps, type ShellRecord } from 'shared-api/testing';
import { ConsoleTheme } from '../theme';

/** Handed on whole: a remote that names no session has no such export, of which the bundler would warn. */
const given = (of: Partial<typeof alone>): Partial<typeof alone> => of;
const { handlers = [], practice = null, session } = given(alone);

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

const routes = document.getElementById('alone-routes') as HTMLElement;
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
    module: { name: declaration.name, version: 'alone' },
    notify: (notification) => console.info(notification.severity, notification.message),
    setUnsavedChanges: (changes) => console.info('unsaved', changes),
  }),
  name: declaration.name,
  domElement: document.getElementById('alone-outlet') as HTMLElement,
};
await lifecycles.bootstrap(props);
await lifecycles.mount(props);
