import axe from 'axe-core';

/**
 * What axe finds wrong, one line per fault; an empty list is what tests expect. Contrast is left to `tokens.test.ts`,
 * since jsdom computes no colours, and page landmarks to the shell, which has them.
 */
export async function faultsIn(node: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(node, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((found) => `${id}: ${found.html}`));
}
