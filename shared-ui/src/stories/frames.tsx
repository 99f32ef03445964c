/** What stories stand in: a narrow place, a page, a module. */
import type { Decorator } from '@storybook/react-webpack5';
import { remoteProps } from 'shared-api/testing';
import { action } from 'storybook/actions';
import { Page } from '../layout/Page';
import { RemoteContext } from '../remote/use-remote';

/** As wide as a telephone leaves it. */
export const narrow: Decorator = (Story) => (
  <div style={{ width: 260 }}>
    <Story />
  </div>
);

/** As wide as one field of a form. */
export const fieldWide: Decorator = (Story) => (
  <div style={{ maxWidth: 360 }}>
    <Story />
  </div>
);

export const inPage: Decorator = (Story) => (
  <Page title="Office & provider hours">
    <Story />
  </Page>
);

const shell = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };
const props = remoteProps(shell, { notify: action('notify') });

/** With what the shell gives a module: its toasts are told to the list of actions. */
export const inRemote: Decorator = (Story) => (
  <RemoteContext value={props}>
    <Story />
  </RemoteContext>
);

/** A name that is too long for every place it stands in. */
export const longName = 'Department of Pediatric Dentistry and Orthodontics of the Lakeside Medical Center, Building 4';
