// @ts-check
/** An oxlint plugin: the title of a test starts with a verb in the third person. */

const unclear =
  /^(that|of|by|without|whose|what|which|who|is no|are no|an?|the|as|to|for|in|on|with|when|where|if|there)\b/i;

/**
 * The function behind `it`, `it.only`, `it.each(…)` and its template form. A `describe` names a unit or a situation, so its
 * titles are free.
 * @param {any} node @returns {string}
 */
function testFunction(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return node.property.name === 'describe' ? '' : testFunction(node.object);
    case 'CallExpression':
      return testFunction(node.callee);
    case 'TaggedTemplateExpression':
      return testFunction(node.tag);
    default:
      return '';
  }
}

/** @param {any} node @returns {unknown} */
function textOf(node) {
  if (node?.type === 'Literal') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis[0].value.raw : undefined;
}

const plugin = {
  meta: { name: 'test-titles' },
  rules: {
    'begin-with-a-verb': {
      /** @param {any} context */
      create: (context) => ({
        /** @param {any} call */
        CallExpression(call) {
          if (!/^(it|test)$/.test(testFunction(call.callee))) return;
          const [title] = call.arguments;
          const text = textOf(title);
          if (typeof text !== 'string' || !unclear.test(text)) return;
          const message = 'Begin the title with a verb: "returns 404 for an unknown job". See CONTRIBUTING.md.';
          context.report({ node: title, message });
        },
      }),
    },
  },
};

// oxlint reads the default export of a plugin.
export default plugin;
