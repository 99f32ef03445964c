/** Story decorators: a narrow container, a page, a module. */
import type { Decorator } from '@storybook/react-webpack5';
import { remoteProps } from 'shared-api/testing';
import { action } from 'storybook/actions';
import { Page } from '../layout/Page';
import { RemoteContext } from '../remote/use-remote';

/** The width of a phone. */
export const narrowWidth: Decorator = (Story) => (
  <div style={{ width: 260 }}>
    <Story />
  </div>
);

/** The width of a form field. */
export const fieldWidth: Decorator = (Story) => (
  <div style={{ maxWidth: 360 }}>
    <Story />
  </div>
);

export const withPage: Decorator = (Story) => (
  <Page title="Office & provider hours">
    <Story />
  </Page>
);

const shell = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };
const props = remoteProps(shell, { notify: action('notify') });

/** Provides the shell's props. Toasts go to the actions panel. */
export const withRemoteContext: Decorator = (Story) => (
  <RemoteContext value={props}>
    <Story />
  </RemoteContext>
);

/** A name that is too long for any component. */
export const longName = 'Department of Pediatric Dentistry and Orthodontics of the Lakeside Medical Center, Building 4';
