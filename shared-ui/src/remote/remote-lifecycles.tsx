import type { Lifecycles, RemoteProps } from 'shared-api';
import type { ReactNode } from 'react';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { ConsoleTheme } from '../theme';
import type { RemoteApp } from './remote-app';
import { RemoteContext } from './use-remote';

/**
 * The lifecycles that a module exposes as `./lifecycles`. They render its pages with the shell's props and the kit's
 * theme.
 */
export function remoteLifecycles(App: RemoteApp): Required<Lifecycles> {
  function RemoteRoot(props: RemoteProps): ReactNode {
    return (
      <RemoteContext.Provider value={props}>
        <ConsoleTheme nonce={props.nonce}>
          <App />
        </ConsoleTheme>
      </RemoteContext.Provider>
    );
  }
  const lifecycles = singleSpaReact({
    React,
    ReactDOMClient,
    renderType: 'createRoot',
    rootComponent: RemoteRoot,
    // The shell passes an error boundary in the props. This one applies when a module is mounted without the shell.
    suppressComponentDidCatchWarning: true,
  } as never) as unknown as Lifecycles;
  return { ...lifecycles, preload: App.preload };
}
