/**
 * A module that contributes to every slot, hand-written as a federation container without a build. Its contributions have
 * the fault in `localStorage.contributionFault`.
 */
import type { ModuleDeclaration } from 'shared-api/contracts';

export const contributingDeclaration: ModuleDeclaration = {
  name: 'mf-recalls',
  title: 'Recalls',
  audience: 'clinic',
  routes: [{ path: '/settings/:practice/recalls/list', title: 'Recalls', area: 'Recalls', order: 950 }],
  contributions: [
    { slot: 'overview.card', name: 'due', title: 'Due recalls', scope: 'practice', order: 900, size: 'narrow' },
    {
      slot: 'nav.badge',
      name: 'badge',
      title: 'Recalls',
      scope: 'practice',
      order: 900,
      route: '/settings/:practice/recalls/list',
    },
    { slot: 'command', name: 'commands', title: 'Recalls', scope: 'practice', order: 900 },
    { slot: 'search', name: 'patients', title: 'Recalled patients', scope: 'practice', order: 900 },
  ],
};

/** The fault of all contributions; an empty string for none. */
export type ContributionFault =
  | ''
  | 'throw-on-import'
  | 'throw'
  | 'reject'
  | 'hang'
  | 'endless'
  | 'another-slot'
  | 'later-contract'
  | 'nothing';

export const contributingEntry = `
var mf_recalls = (() => {
  const fault = () => localStorage.getItem('contributionFault') || '';
  const path = '/settings/1/recalls/list';
  const answers = {
    './contributions/due': () => ({
      attention: [{ id: 'due', severity: 'info', label: 'Recalls', title: '4 patients are due', action: { label: 'See recalls', path } }],
      blocks: [{ kind: 'lines', lines: [{ parts: [{ text: 'Nina Park' }] }] }],
    }),
    './contributions/badge': () => ({ severity: 'info', text: '4', label: '4 patients are due' }),
    './contributions/commands': () => [{ id: 'call', title: 'Call a due patient', path }],
    './contributions/patients': (context, query) => [{ id: 'nina', title: 'Nina Park ' + query, path }],
  };
  const faults = {
    throw: () => { throw new Error('thrown by a contribution'); },
    reject: () => Promise.reject(new Error('rejected by a contribution')),
    hang: () => new Promise(() => {}),
    endless: () => ({ blocks: [{ kind: 'lines', lines: Array.from({ length: 5000 }, () => ({ parts: [{ text: 'more' }] })) }] }),
    'another-slot': () => [{ id: 'a', title: 'A', path }],
    'later-contract': () => ({ blocks: [{ kind: 'map', points: [] }] }),
    nothing: () => undefined,
  };
  return {
    init: () => {},
    get: async (name) => {
      if (fault() === 'throw-on-import') throw new Error('thrown on import');
      if (!answers[name]) throw new Error('no ' + name);
      return () => ({ contribute: async (...args) => (faults[fault()] || answers[name])(...args) });
    },
  };
})();
`;
