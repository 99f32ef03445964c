// @ts-check
/** Measures in the page from an input to the next paint. */

/** Resolves after the next paint. */
export const painted = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new globalThis.MessageChannel();
      port1.onmessage = () => resolve(undefined);
      port2.postMessage(null);
    }),
  );

/** @param {() => unknown} act @returns {Promise<number>} milliseconds until the paint after `act` */
export async function untilPainted(act) {
  await painted();
  const begin = performance.now();
  await act();
  await painted();
  return performance.now() - begin;
}

/** @type {number[]} */
const keys = [];
globalThis.addEventListener(
  'keydown',
  ({ timeStamp }) => void painted().then(() => keys.push(performance.now() - timeStamp)),
  true,
);

/**
 * @param {() => unknown} show
 * @param {() => boolean} isShown
 * @returns {Promise<number>} milliseconds until the paint in which it is shown, which may take several renders
 */
export const untilShown = (show, isShown) =>
  untilPainted(async () => {
    await show();
    while (!isShown()) await painted();
  });

/** Returns and clears the times of the keys since the last call. */
export const takeKeys = () => keys.splice(0);

/**
 * Scrolls through the element by fixed steps, one per frame, and back from the end.
 * @param {Element} element
 * @returns {Promise<number[]>} the duration of each frame in milliseconds
 */
export async function scrollThrough(element) {
  const frames = [];
  let by = 180;
  for (let step = 0; step < 60; step += 1) {
    const begin = performance.now();
    const before = element.scrollTop;
    element.scrollTop += by;
    if (element.scrollTop === before) {
      by = -by;
      element.scrollTop += by;
    }
    await painted();
    frames.push(performance.now() - begin);
  }
  return frames;
}
