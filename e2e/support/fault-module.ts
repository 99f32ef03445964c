/**
 * Test modules, hand-written as federation containers without a build. The first one has the fault in
 * `localStorage.fault`. The second is the same code for internal staff.
 */
import type { ModuleDeclaration } from 'shared-api/contracts';

export const faultDeclaration: ModuleDeclaration = {
  name: 'mf-fault',
  title: 'Fault',
  audience: 'clinic',
  routes: [{ path: '/settings/:practice/fault/page', title: 'Fault', area: 'Fault', order: 900 }],
};

/** The fault of the module; an empty string for none. */
export type Fault =
  | ''
  | 'throw-on-import'
  | 'throw-in-mount'
  | 'hang-in-mount'
  | 'throw-in-render'
  | 'throw-in-render-without-boundary'
  | 'throw-in-effect'
  | 'throw-in-effect-without-boundary'
  | 'throw-in-unmount'
  | 'hang-in-unmount';

/** A module for internal staff. */
export const internalDeclaration: ModuleDeclaration = {
  name: 'mf-internal-fixture',
  title: 'Internal fixture',
  audience: 'internal',
  routes: [{ path: '/internal/fixture', title: 'Internal fixture', area: 'All practices', order: 900 }],
};

const entryNamed = (variable: string): string => `
var ${variable} = (() => {
  const fault = () => localStorage.getItem('fault') || '';
  if (fault() === 'throw-on-import') throw new Error('thrown on import');
  let scope;
  const shared = async (name) => {
    const [first] = Object.values(scope[name]);
    const factory = first.lib || (await first.get());
    return factory();
  };
  const roots = new Map();
  return {
    init: (given) => { scope = given; },
    get: async () => {
      const React = await shared('react');
      const { createRoot } = await shared('react-dom/client');
      const Page = () => {
        const [broken, setBroken] = React.useState(false);
        if (fault().startsWith('throw-in-render')) throw new Error('thrown in render');
        React.useEffect(() => {
          if (!fault().startsWith('throw-in-effect')) return;
          const timer = setTimeout(() => setBroken(true), 300);
          return () => clearTimeout(timer);
        }, []);
        React.useEffect(() => {
          if (broken) throw new Error('thrown in an effect');
        }, [broken]);
        return React.createElement('h1', { tabIndex: -1, 'data-page-heading': '' }, 'Fault page works');
      };
      return () => ({
        bootstrap: () => Promise.resolve(),
        mount: (props) => {
          if (fault() === 'throw-in-mount') throw new Error('thrown in mount');
          if (fault() === 'hang-in-mount') return new Promise(() => {});
          const page = React.createElement(Page);
          const bare = fault().endsWith('without-boundary');
          const root = createRoot(props.domElement);
          roots.set(props.name, root);
          root.render(bare ? page : React.createElement(props.errorBoundaryClass, props, page));
          return Promise.resolve();
        },
        unmount: (props) => {
          if (fault() === 'throw-in-unmount') throw new Error('thrown in unmount');
          if (fault() === 'hang-in-unmount') return new Promise(() => {});
          roots.get(props.name)?.unmount();
          return Promise.resolve();
        },
      });
    },
  };
})();
`;

export const faultEntry = entryNamed('mf_fault');

/** The entry of the module with texts replaced by others. */
export function entryWith(...replacements: readonly (readonly [text: string, instead: string])[]): string {
  return replacements.reduce((entry, [text, instead]) => {
    const changed = entry.replace(text, () => instead);
    if (changed === entry) throw new Error(`The module of tests has no ${text}`);
    return changed;
  }, faultEntry);
}

/** The module with the fault in every browser, regardless of `localStorage`. */
export const entryWithFault = (fault: Fault): string =>
  entryWith(["localStorage.getItem('fault') || ''", `'${fault}'`]);

/** A module that runs first and throws an uncaught error later. */
export const entryThatThrowsLater = entryWith([
  "if (fault() === 'throw-in-mount')",
  "setTimeout(() => { throw new TypeError('The module lost its thread'); }, 100);\n          if (fault() === 'throw-in-mount')",
]);
export const internalEntry = entryNamed('mf_internal_fixture');
