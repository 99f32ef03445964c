// @ts-check
/**
 * Fails a hanging chunk request before the 8 s that the shell waits for a module. Counts ticks since code last arrived
 * instead of time, like the shell (`shell/src/module-host/deadline.ts`): while a computer is too busy or a connection
 * is slow, nothing is late.
 */
import webpack from 'webpack';

const BEAT_MS = 250;
const BEATS = 24;

export class ChunkDeadlinePlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('ChunkDeadlinePlugin', (compilation) => {
      const hooks = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      // webpack sets `onerror` after this, and removes it when the script has loaded or failed.
      hooks.createScript.tap('ChunkDeadlinePlugin', (/** @type {string} */ source) =>
        [
          source,
          'var beats = 0, arrivals = new PerformanceObserver((list) => {',
          '  if (list.getEntries().some((entry) => /^(script|link)$/.test(entry.initiatorType))) beats = 0;',
          '}), beat = setInterval(() => {',
          `  if (script.onerror && ++beats < ${BEATS}) return;`,
          '  clearInterval(beat);',
          '  arrivals.disconnect();',
          "  if (script.onerror) script.onerror({ type: 'timeout', target: script });",
          `}, ${BEAT_MS});`,
          "arrivals.observe({ type: 'resource' });",
        ].join('\n'),
      );
    });
  }
}
