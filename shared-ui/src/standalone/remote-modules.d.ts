/** The modules that the standalone host imports from its remote. */
declare module 'remote-standalone' {
  import type { RequestHandler } from 'msw';
  import type { PracticeSummary, RemoteProps } from 'shared-api';

  export const handlers: RequestHandler[];
  export const practice: PracticeSummary;
  /** The session; by default that of the practice's owner. */
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
