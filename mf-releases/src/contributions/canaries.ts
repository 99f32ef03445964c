/** Running canaries with their results, and modules whose pages failed. */
import { ask, type Contributions } from 'shared-api';
import {
  type AttentionItem,
  type CardBlock,
  type ModuleHealth,
  readModuleHealth,
  type VersionHealth,
} from 'shared-api/contracts';
import { contributionMessages as text } from './messages';

const PATH = '/internal/modules';
const MAX_LINES = 4;

const versionOf = ({ versions }: ModuleHealth, role: VersionHealth['role']): VersionHealth | undefined =>
  versions.find((version) => version.role === role);

export const contribute: Contributions['overview.card'] = async (context) => {
  const { modules } = await ask(readModuleHealth, { query: { days: 7 } }, context);
  const canaries = modules.flatMap((module) => {
    const figures = versionOf(module, 'canary');
    return module.canary ? [{ module, canary: module.canary, figures }] : [];
  });
  const attention = canaries.flatMap(({ module, canary, figures }): AttentionItem[] => {
    if (!figures || figures.failing_people === 0) return [];
    const percent = `${Math.round((figures.failing_people / figures.people) * 100)}%`;
    return [
      {
        id: module.name,
        severity: 'warning',
        label: text.label,
        title: text.failing(module.title, canary.version, percent),
        detail: text.failingDetail,
        action: { label: text.action, path: PATH },
      },
    ];
  });
  const failing = modules
    .map((module) => ({ module, live: versionOf(module, 'live') }))
    .filter(({ live }) => (live?.failed_visits ?? 0) > 0)
    .slice(0, MAX_LINES);
  const running: CardBlock = {
    kind: 'lines',
    lines: canaries.slice(0, MAX_LINES).map(({ module, canary, figures }) => ({
      parts: [
        { text: module.title, tone: 'strong' },
        { text: text.canary(canary.version, canary.percent) },
        { text: text.people(figures?.people ?? 0, figures?.failing_people ?? 0), tone: 'muted' },
      ],
      path: PATH,
    })),
    empty: text.none,
  };
  const failed: CardBlock = {
    kind: 'lines',
    title: text.errors,
    lines: failing.map(({ module, live }) => ({
      parts: [
        { text: module.title, tone: 'strong' },
        { text: text.failures(live?.failed_visits ?? 0, live?.visits ?? 0), tone: 'muted' },
      ],
      path: PATH,
    })),
  };
  return {
    attention,
    link: { label: text.link, path: PATH },
    blocks: [
      ...(canaries.length > 0 || failing.length === 0 ? [running] : []),
      ...(failing.length > 0 ? [failed] : []),
    ],
  };
};
