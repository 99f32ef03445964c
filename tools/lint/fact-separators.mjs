// @ts-check
/** An oxlint plugin: no page text has a separator dot that a line could start or end with. */

const breaking = / ·|· /;
const message =
  'A line can break next to this dot: use FactLine of shared-ui, or factsText of shared-api for plain text.';

const plugin = {
  meta: { name: 'fact-separators' },
  rules: {
    'no-break-at-dot': {
      /** @param {any} context */
      create(context) {
        /** @param {any} node @param {unknown} text */
        const check = (node, text) => {
          if (typeof text === 'string' && breaking.test(text)) context.report({ node, message });
        };
        return {
          /** @param {any} node */
          Literal: (node) => check(node, node.value),
          /** @param {any} node */
          JSXText: (node) => check(node, node.value),
          /** @param {any} node */
          TemplateElement: (node) => check(node, node.value.raw),
        };
      },
    },
  },
};

// oxlint reads the default export of a plugin.
export default plugin;
