// @ts-check
/**
 * An oxlint plugin: a module must clean up what it starts in the page. Navigation stays in the same document, so a
 * listener, a timer, an observer or a change of `body` that outlives its page affects every later one.
 *
 * The rule looks for the counterpart in the same function, or in a function around it: usually the effect's clean-up.
 */

/** @typedef {{ what: string, ends: RegExp, hint: string }} Start */

/** @satisfies {Record<string, Start>} */
const starts = {
  listener: {
    what: 'This listener',
    ends: /removeEventListener\s*\(|\.abort\s*\(/,
    hint: 'removeEventListener, or the option `signal`',
  },
  timer: { what: 'This timer', ends: /clearInterval\s*\(/, hint: 'clearInterval' },
  observer: { what: 'This observer', ends: /\.(disconnect|unobserve)\b/, hint: 'disconnect' },
  change: {
    what: 'This change of the page',
    ends: /\.(remove|removeChild|removeAttribute|removeProperty|toggle|replaceWith)\b|\breturn\s*\(\)\s*=>/,
    hint: 'a clean-up that undoes it',
  },
};

const page = /^(globalThis\.|window\.)?document\.(body|documentElement|head)\b/;
const listening = /^((globalThis|window|document|self)\b|(navigator|screen|visualViewport|matchMedia)\b)/;
const changing =
  /\.(append|appendChild|prepend|insertBefore|insertAdjacent\w+|setAttribute|toggleAttribute|setProperty|add)$/;
const observers = /^(Mutation|Resize|Intersection|Performance)Observer$/;

const plugin = {
  meta: { name: 'clean-up' },
  rules: {
    'end-what-starts': {
      /** @param {any} context */
      create(context) {
        const textOf = (/** @type {any} */ node) => context.sourceCode.getText(node);

        /**
         * The outermost function around a node; undefined for code that runs when the file is loaded. @param {any} node
         */
        function functionAround(node) {
          let around;
          for (let { parent } = node; parent; { parent } = parent) if (/Function/.test(parent.type)) around = parent;
          return around;
        }

        /** @param {any} node @param {Start} start */
        function check(node, { what, ends, hint }) {
          const around = functionAround(node);
          if (around && ends.test(textOf(around))) return;
          const message = around
            ? `${what} outlives the page of the module. End it in the same function: ${hint}.`
            : `${what} starts when the file is loaded, and nothing ends it. Start it in an effect, and end it there.`;
          context.report({ node, message });
        }

        /** @param {any} call */
        function checkCall(call) {
          const callee = textOf(call.callee);
          if (/^((globalThis|window)\.)?setInterval$/.test(callee)) check(call, starts.timer);
          else if (callee === 'addEventListener' || (callee.endsWith('.addEventListener') && listening.test(callee))) {
            const [, , options] = call.arguments;
            if (!options || !/\b(signal|once)\b/.test(textOf(options))) check(call, starts.listener);
          } else if (page.test(callee) && changing.test(callee)) check(call, starts.change);
        }

        return {
          CallExpression: checkCall,
          /** @param {any} made */
          NewExpression(made) {
            if (observers.test(textOf(made.callee))) check(made, starts.observer);
          },
          /** @param {any} assignment */
          AssignmentExpression(assignment) {
            if (page.test(textOf(assignment.left))) check(assignment, starts.change);
          },
        };
      },
    },
  },
};

// oxlint reads the default export of a plugin.
export default plugin;
