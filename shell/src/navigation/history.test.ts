import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { installHistory } from './history';

/** Waits for the popstate event of `history.go`, which jsdom sends in a later task. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('installHistory', () => {
  // One history for the page, as in the console, because it never removes its window listeners.
  const { navigate, listen, guard } = installHistory(window);
  let unsaved: boolean;
  let leave: boolean;
  let asked: string[];
  let steps: string[];
  guard(
    (to, from, step) => {
      steps.push(step);
      return unsaved && to.pathname !== from.pathname;
    },
    (to) => {
      asked.push(to.pathname);
      return Promise.resolve(leave);
    },
  );

  beforeEach(async () => {
    unsaved = false;
    leave = false;
    asked = [];
    steps = [];
    await navigate(`/start-${Math.floor(performance.now())}`);
  });

  it('navigates to an address and notifies its listeners', async () => {
    const listener = jest.fn();
    const stop = listen(listener);
    await expect(navigate('/one?week=2')).resolves.toBe(true);
    expect(location.pathname + location.search).toBe('/one?week=2');
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    await navigate('/two');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('refuses an address of another origin', async () => {
    await expect(navigate('https://elsewhere.test/')).rejects.toThrow('not an address of this console');
  });

  it('replaces an entry without adding one', async () => {
    const before = history.length;
    await navigate('/one', { replace: true });
    expect(history.length).toBe(before);
  });

  it('stays when the person does not want to lose changes', async () => {
    const before = location.pathname;
    unsaved = true;
    await expect(navigate('/one')).resolves.toBe(false);
    expect(location.pathname).toBe(before);
    leave = true;
    await expect(navigate('/one')).resolves.toBe(true);
    expect(asked).toEqual(['/one', '/one']);
  });

  it('tells the guard a navigation from a step through the history', async () => {
    await navigate('/one');
    steps = [];
    await navigate('/two');
    history.back();
    await settled();
    expect(steps).toEqual(['navigate', 'traverse']);
  });

  it('undoes a refused Back, hides it from single-spa, and keeps both entries', async () => {
    await navigate('/one');
    await navigate('/two');
    const heardBySingleSpa = jest.fn();
    window.addEventListener('popstate', heardBySingleSpa);
    unsaved = true;

    history.back();
    await settled();
    expect(asked).toEqual(['/one']);
    expect(location.pathname).toBe('/two');
    expect(heardBySingleSpa).not.toHaveBeenCalled();

    leave = true;
    history.back();
    await settled();
    expect(location.pathname).toBe('/one');
    expect(heardBySingleSpa).toHaveBeenCalledTimes(1);

    history.forward();
    await settled();
    expect(location.pathname).toBe('/two');
    window.removeEventListener('popstate', heardBySingleSpa);
  });

  it('allows a step that loses nothing without asking', async () => {
    await navigate('/one?week=1');
    await navigate('/one?week=2');
    unsaved = true;
    history.back();
    await settled();
    expect(location.search).toBe('?week=1');
    expect(asked).toEqual([]);
  });
});
