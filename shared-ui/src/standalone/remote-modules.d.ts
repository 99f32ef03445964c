/** What the small host takes from the remote that it is built around. */
declare module 'remote-standalone' {
  import type { RequestHandler } from 'msw';
  import type { PracticeSummary, RemoteProps } from 'shared-api';

  export const handlers: RequestHandler[];
  export const practice: PracticeSummary;
  /** Who looks; a remote that does not say is seen by the owner of its practice. */
  export const session: RemoteProps['session'] | undefined;
}

declare module 'remote-declaration' {
  import type { ModuleDeclaration } from 'shared-api/contracts';

  const declaration: ModuleDeclaration;
  export default declaration;
}

declare module 'remote-lifecycles' {
  import type { Lifecycles } from 'shared-api';

  export const bootstrap: Lifecycles['bootstrap'];
  export const mount: Lifecycles['mount'];
  export const unmount: Lifecycles['unmount'];
}
