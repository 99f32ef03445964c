/** Quick links to pages of other applications as entries of the palette. */
import { fixedLinks } from '../chrome/fixed-links';
import { quickLinkPath, targetOf } from '../chrome/quick-links';
import { messages as shellMessages } from '../messages';
import { matchRoute } from '../navigation/routes';
import type { PaletteEntry } from './entries';
import { paletteMessages as messages } from './messages';
import type { PaletteSource } from './use-palette-entries';

/** The links that lead to another application. The others are pages of the palette, or aren't installed. */
export function quickLinkEntries({ shell, registry, practice }: PaletteSource): PaletteEntry[] {
  const { quick_link_targets: targets = {} } = shell.page;
  if (practice === null) return [];
  return fixedLinks.flatMap((link) => {
    const path = quickLinkPath(link, practice.id);
    const target = targetOf(link, practice.id, targets);
    if (target === undefined || matchRoute(registry.modules(), path) !== null) return [];
    return {
      key: `quick link ${path}`,
      group: shellMessages.quickLinks.title,
      title: link.name,
      detail: messages.newTab,
      run: () => window.open(target, '_blank', 'noopener'),
    };
  });
}
