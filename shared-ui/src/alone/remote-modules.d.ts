/** What the small host takes from the remote that it is built around. */
declare module 'remote-alone' {
  export const handlers: import('msw').RequestHandler[];
  export const practice: import('shared-api').PracticeSummary;
}
declare module 'remote-declaration' {
  const declaration: import('shared-api/contracts').ModuleDeclaration;
  export default declaration;
}
declare module 'remote-lifecycles' {
  const lifecycles: import('shared-api').Lifecycles;
  export const { bootstrap, mount, unmount }: typeof lifecycles;
}
