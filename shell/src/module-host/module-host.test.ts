import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Lifecycles, LifecycleProps } from 'shared-api';
import type { LoadableModule } from 'shared-api/contracts';
import { remoteProps } from 'shared-api/testing';
import { ModuleHost, type ModuleView, type MountResult } from './module-host';
import { LOAD_DEADLINE_MS, START_DEADLINE_MS, type MountFault } from './mount';

const hours: LoadableModule = {
  name: 'mf-hours',
  title: 'Hours',
  version: '1.0.0',
  audience: 'clinic',
  entry: '/modules/mf-hours/1.0.0/remoteEntry.js',
  files: {},
  preload: [],
  shared: [],
  routes: [],
  overridden: false,
};

const never = (): Promise<never> => new Promise(() => undefined);

/** Lifecycles that write text into the mount's node. `over` replaces any of them. */
function lifecycles(text: string, over: Partial<Lifecycles> = {}): Lifecycles {
  return {
    bootstrap: () => Promise.resolve(),
    mount: ({ domElement }) => {
      domElement.innerHTML = `<p>${text}</p>`;
      return Promise.resolve();
    },
    unmount: () => Promise.resolve(),
    ...over,
  };
}

function aMenu(): HTMLElement {
  const menu = document.createElement('div');
  menu.id = 'leave';
  menu.className = 'menu open';
  return menu;
}

describe('ModuleHost', () => {
  let outlet: HTMLElement;
  let load: jest.Mock<(module: LoadableModule, attempt: number) => Promise<Lifecycles>>;
  let latest: jest.Mock<(module: LoadableModule) => Promise<LoadableModule>>;
  let ended: jest.Mock<(result: MountResult) => void>;
  let left: jest.Mock<(module: LoadableModule, traces: string[]) => void>;
  let frame: ModuleHost;

  const arrive = (key = 'a', module = hours): void => {
    const shell = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };
    frame.arrive({
      module,
      key,
      propsFor: ({ name, version }) => remoteProps(shell, { module: { name, version } }),
    });
  };
  const flush = (): Promise<void> => jest.advanceTimersByTimeAsync(1);
  const view = (): ModuleView => frame.view.getState() as ModuleView;

  beforeEach(() => {
    jest.useFakeTimers();
    outlet = document.createElement('main');
    load = jest.fn();
    ended = jest.fn();
    latest = jest.fn((module) => Promise.resolve(module));
    left = jest.fn();
    frame = new ModuleHost({ load, latest, ended, left });
    frame.setOutlet(outlet);
  });
  afterEach(() => void jest.useRealTimers());

  it('shows a module when its first screen is ready', async () => {
    load.mockResolvedValue(lifecycles('weekly hours'));
    arrive();
    expect(view().state).toEqual({ phase: 'loading' });
    await flush();
    expect(view().state).toEqual({ phase: 'running' });
    expect(outlet).toHaveTextContent('weekly hours');
  });

  it('mounts a module only after its page’s code has loaded', async () => {
    let arrived = (): void => undefined;
    const preload = jest.fn<(route: string) => Promise<void>>(() => new Promise((resolve) => (arrived = resolve)));
    load.mockResolvedValue(lifecycles('weekly hours', { preload }));
    arrive();
    await flush();
    expect(preload).toHaveBeenCalledWith('/settings/:practice/practice/provider-hours');
    expect(view().state).toEqual({ phase: 'loading' });
    expect(outlet).toHaveTextContent('');
    arrived();
    await flush();
    expect(view().state).toEqual({ phase: 'running' });
  });

  it('fails when the page’s code can’t be fetched, and reloads it on Retry', async () => {
    const preload = jest.fn(() => Promise.reject(new Error('404')));
    load.mockResolvedValue(lifecycles('weekly hours', { preload }));
    arrive();
    await flush();
    expect(view().state).toMatchObject({ phase: 'failed', fault: 'load-failed' });
    preload.mockResolvedValue(undefined as never);
    await frame.retry();
    await flush();
    expect(view().state).toEqual({ phase: 'running' });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each<[string, MountFault, () => Promise<Lifecycles>]>([
    ['cannot be loaded', 'load-failed', () => Promise.reject(new Error('404'))],
    [
      'throws in mount',
      'start-failed',
      () =>
        Promise.resolve(
          lifecycles('', {
            mount: () => {
              throw new Error('boom');
            },
          }),
        ),
    ],
    [
      'rejects in bootstrap',
      'start-failed',
      () => Promise.resolve(lifecycles('', { bootstrap: () => Promise.reject(new Error('no')) })),
    ],
  ])('fails when a module %s and recovers on Retry', async (_, fault, loading) => {
    load.mockImplementationOnce(loading).mockResolvedValueOnce(lifecycles('mended'));
    arrive();
    await flush();
    expect(view()).toMatchObject({ failures: 1, state: { phase: 'failed', fault } });
    expect(ended.mock.calls).toEqual([
      [{ module: hours, outcome: fault, durationMs: expect.any(Number), error: expect.any(Error) }],
    ]);
    expect(outlet).toBeEmptyDOMElement();

    void frame.retry();
    await flush();
    expect(load.mock.calls.map(([, attempt]) => attempt)).toEqual([1, 2]);
    expect(view()).toMatchObject({ failures: 0, state: { phase: 'running' } });
    expect(outlet).toHaveTextContent('mended');
  });

  describe('when a module leaves traces in the page', () => {
    const { body, documentElement: html } = document;
    const leave = async (mount: () => void, unmount = (): void => undefined): Promise<void> => {
      load.mockResolvedValue(
        lifecycles('weekly hours', {
          mount: () => Promise.resolve(mount()),
          unmount: () => Promise.resolve(unmount()),
        }),
      );
      arrive();
      await flush();
      frame.leave();
      await flush();
    };

    it.each<[string, () => void]>([
      ['style outline-style of body', () => (body.style.outlineStyle = 'solid')],
      ['class is-dragging of html', () => html.classList.add('is-dragging')],
      ['attribute inert of body', () => body.setAttribute('inert', '')],
      ['attribute data-leave of html', () => (html.dataset['leave'] = 'open')],
      ['<div id="leave" class="menu open">', () => body.append(aMenu())],
    ])('removes it and names the module: %s', async (trace, mount) => {
      // An emptied attribute is equivalent to none.
      const page = (): string => html.outerHTML.replaceAll(/ (class|style)=""/g, '');
      const before = page();
      await leave(mount);
      expect([left.mock.calls, page()]).toEqual([[[hours, [trace]]], before]);
    });

    it.each<[string, () => void]>([
      ['a dialog of the shell', () => body.append(document.createElement('dialog'))],
      ['an extension', () => body.append(document.createElement('grammar-check'))],
      ['the card form of the payment provider', () => body.append(document.createElement('iframe'))],
      ['a library, once for all its uses,', () => document.head.append(document.createElement('style'))],
      ['the page’s theme', () => (html.dataset['theme'] = 'dark')],
      ['page translation', () => html.classList.add('translated-ltr')],
    ])('keeps what %s has added meanwhile', async (_what, mount) => {
      const [count, styles] = [body.childElementCount, document.head.childElementCount];
      const elements = jest.fn(mount);
      await leave(elements);
      expect([left.mock.calls, elements.mock.calls.length]).toEqual([[], 1]);
      const added = [...[...body.children].slice(count), ...[...document.head.children].slice(styles)];
      for (const one of added) {
        expect(one).toBeInTheDocument();
        one.remove();
      }
      html.removeAttribute('class');
      delete html.dataset['theme'];
    });

    it('reports nothing that the module removes itself', async () => {
      const menu = aMenu();
      await leave(
        () => body.append(menu),
        () => menu.remove(),
      );
      expect(left).not.toHaveBeenCalled();
    });

    it('removes traces even if the unmount fails or hangs, and doesn’t affect the next page', async () => {
      for (const unmount of [() => Promise.reject(new Error('no')), () => never()]) {
        left.mockClear();
        load.mockResolvedValue(
          lifecycles('weekly hours', { mount: () => Promise.resolve(body.append(aMenu())), unmount }),
        );
        arrive();
        await flush();
        const next = { ...hours, name: 'mf-settings' };
        load.mockResolvedValue(
          lifecycles('settings', { mount: () => Promise.resolve(void (body.style.cursor = 'wait')) }),
        );
        arrive('b', next);
        await jest.advanceTimersByTimeAsync(START_DEADLINE_MS + 1000);
        expect([left.mock.calls.map(([{ name }]) => name), body.style.cursor]).toEqual([['mf-hours'], 'wait']);
        frame.leave();
        await flush();
        expect(left.mock.lastCall).toEqual([next, ['style cursor of body']]);
      }
    });
  });

  it('doesn’t name a released version for a developer’s own build', async () => {
    load.mockResolvedValue(lifecycles('weekly hours'));
    arrive('a', { ...hours, overridden: true });
    await flush();
    expect(outlet.querySelector('[data-version]')).toHaveAttribute('data-version', 'override');
  });

  it('retries with the currently live version', async () => {
    load.mockRejectedValueOnce(new Error('syntax error')).mockResolvedValueOnce(lifecycles('mended'));
    arrive();
    await flush();
    latest.mockResolvedValue({ ...hours, version: '1.0.1' });
    void frame.retry();
    await flush();
    expect(view()).toMatchObject({ module: { version: '1.0.1' }, state: { phase: 'running' } });
    expect(outlet.querySelector('[data-version="1.0.1"]')).toHaveTextContent('mended');
    expect(load.mock.calls.map(([{ version }]) => version)).toEqual(['1.0.0', '1.0.1']);
    expect(ended.mock.calls.map(([{ module, outcome }]) => [module.version, outcome])).toEqual([
      ['1.0.0', 'load-failed'],
      ['1.0.1', 'running'],
    ]);
  });

  it('passes the version loaded by the retry to the module', async () => {
    const given: string[] = [];
    load.mockRejectedValueOnce(new Error('syntax error')).mockResolvedValueOnce(
      lifecycles('', {
        mount: ({ module }) => {
          given.push(module.version);
          return Promise.resolve();
        },
      }),
    );
    latest.mockResolvedValue({ ...hours, version: '1.0.1' });
    arrive();
    await flush();
    void frame.retry();
    await flush();
    expect(given).toEqual(['1.0.1']);
  });

  it('reports the duration of each visit except one that the person left early', async () => {
    const slowly = (milliseconds: number): Promise<Lifecycles> =>
      new Promise((resolve) => setTimeout(() => resolve(lifecycles('hours')), milliseconds));
    load.mockImplementationOnce(() => slowly(300)).mockImplementationOnce(() => slowly(5000));
    arrive();
    await jest.advanceTimersByTimeAsync(300);
    arrive('a', { ...hours, name: 'mf-other' });
    await jest.advanceTimersByTimeAsync(100);
    frame.leave();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ended.mock.calls).toEqual([[{ module: hours, outcome: 'running', durationMs: 300 }]]);
  });

  it('abandons a retry after the person navigates elsewhere', async () => {
    load.mockRejectedValueOnce(new Error('503')).mockResolvedValue(lifecycles('other'));
    arrive();
    await flush();
    void frame.retry();
    arrive('a', { ...hours, name: 'mf-other' });
    await flush();
    expect(load).toHaveBeenCalledTimes(2);
    expect(view()).toMatchObject({ module: { name: 'mf-other' }, state: { phase: 'running' } });
  });

  it('times out on code that never loads and requests it again on the next visit', async () => {
    load.mockImplementationOnce(never).mockResolvedValueOnce(lifecycles('here'));
    arrive();
    await jest.advanceTimersByTimeAsync(LOAD_DEADLINE_MS);
    expect(view().state).toMatchObject({ phase: 'failed', fault: 'load-timeout' });
    arrive('b');
    await flush();
    expect(outlet).toHaveTextContent('here');
  });

  it('times out on a start that hangs and hides its late screen', async () => {
    let late: (props: LifecycleProps) => void = () => undefined;
    load.mockResolvedValue(
      lifecycles('', {
        mount: (props) =>
          new Promise((resolve) => {
            late = ({ domElement }) => {
              domElement.textContent = 'too late';
              resolve(undefined);
            };
            setTimeout(() => late(props), START_DEADLINE_MS + 1000);
          }),
      }),
    );
    arrive();
    await jest.advanceTimersByTimeAsync(START_DEADLINE_MS + 2000);
    expect(view().state).toMatchObject({ phase: 'failed', fault: 'start-timeout' });
    expect(outlet).toBeEmptyDOMElement();
  });

  it('ignores code that loads after its visit has ended', async () => {
    const mount = jest.fn(() => Promise.resolve());
    let arriveLate: (loaded: Lifecycles) => void = () => undefined;
    load.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          arriveLate = resolve;
        }),
    );
    arrive();
    frame.leave();
    arriveLate(lifecycles('', { mount }));
    await flush();
    expect(mount).not.toHaveBeenCalled();
    expect(frame.view.getState()).toBeNull();
  });

  it.each<[string, Lifecycles['unmount']]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['hangs', never],
  ])('does not wait for an unmount that %s', async (_, unmount) => {
    const other = { ...hours, name: 'mf-other' };
    load.mockResolvedValueOnce(lifecycles('first', { unmount })).mockResolvedValueOnce(lifecycles('second'));
    arrive();
    await flush();
    arrive('a', other);
    await flush();
    expect(outlet).toHaveTextContent(/^second$/);
    expect(view()).toMatchObject({ module: { name: 'mf-other' }, state: { phase: 'running' } });
  });

  it('ignores crashes of earlier visits and reports one of the current visit once', async () => {
    let crash: (error: unknown) => void = () => undefined;
    load.mockResolvedValue(
      lifecycles('fine', {
        mount: (props) => {
          crash = (props as LifecycleProps & { crashed: (error: unknown) => void }).crashed;
          return Promise.resolve();
        },
      }),
    );
    arrive();
    await flush();
    const first = crash;
    arrive('b');
    await flush();
    first(new Error('of the visit before'));
    expect(view().state).toEqual({ phase: 'running' });
    ended.mockClear();
    await jest.advanceTimersByTimeAsync(2000);
    crash(new Error('now'));
    crash(new Error('and again'));
    expect(view().state).toMatchObject({ phase: 'failed', fault: 'crashed' });
    expect(ended.mock.calls).toEqual([
      [{ module: hours, outcome: 'crashed', durationMs: expect.any(Number), error: new Error('now') }],
    ]);
  });

  it('detects the crash of a root without an error boundary', async () => {
    load.mockResolvedValue(lifecycles('fine'));
    arrive();
    await flush();
    outlet.querySelector('[data-module]')?.replaceChildren();
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('in an effect') }));
    await flush();
    expect(view().state).toMatchObject({ phase: 'failed', fault: 'crashed' });
  });

  describe('while a module starts', () => {
    const start = async (mount: Lifecycles['mount']): Promise<void> => {
      load.mockResolvedValue(lifecycles('late', { mount }));
      arrive();
      await flush();
    };
    const lateMount: Lifecycles['mount'] = async ({ domElement }) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      domElement.innerHTML = '<p>late</p>';
    };

    it.each([
      ['a notice of the browser', { message: 'ResizeObserver loop completed', error: null }],
      ['an error of something else', { error: new Error('elsewhere') }],
    ])('continues after %s', async (_what, event) => {
      await start(lateMount);
      window.dispatchEvent(new ErrorEvent('error', event));
      await flush();
      expect(view().state).toEqual({ phase: 'loading' });
      await jest.advanceTimersByTimeAsync(1000);
      expect(view().state).toEqual({ phase: 'running' });
      expect(outlet).toHaveTextContent(/^late$/);
    });

    it.each([
      ['has ended without a screen', () => Promise.resolve()],
      ['never ends', never],
    ])('reports an uncaught error as the reason when the start %s', async (_how, ending) => {
      await start(async () => {
        window.dispatchEvent(new ErrorEvent('error', { error: new Error('in the first render') }));
        await new Promise((resolve) => setTimeout(resolve, 100));
        await ending();
      });
      await jest.advanceTimersByTimeAsync(START_DEADLINE_MS);
      const error = new Error('in the first render');
      expect(view().state).toEqual({ phase: 'failed', fault: 'start-failed', error });
    });
  });

  it('remounts the module for another practice without reloading it', async () => {
    load.mockResolvedValue(lifecycles('hours'));
    arrive('practice 1');
    await flush();
    arrive('practice 1');
    expect(view().visit).toBe(1);
    arrive('practice 2');
    await flush();
    expect(view()).toMatchObject({ visit: 2, state: { phase: 'running' } });
    expect(load).toHaveBeenCalledTimes(1);
  });
});
