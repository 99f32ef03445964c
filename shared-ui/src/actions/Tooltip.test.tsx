import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { pointBeside } from './tooltip-place';
import { Tooltip } from './Tooltip';

const box = (left: number, top: number, width = 40, height = 20) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
});
const size = { width: 100, height: 30 };
const view = { width: 1000, height: 600 };

describe('the place of a tooltip', () => {
  it('is beside its anchor, in the middle of it', () => {
    expect(pointBeside(box(400, 300), size, 'bottom', view)).toEqual({ left: 370, top: 326 });
    expect(pointBeside(box(400, 300), size, 'top', view)).toEqual({ left: 370, top: 264 });
    expect(pointBeside(box(400, 300), size, 'right', view)).toEqual({ left: 446, top: 295 });
    expect(pointBeside(box(400, 300), size, 'left', view)).toEqual({ left: 294, top: 295 });
  });

  it('is at the other side where there is no room', () => {
    expect(pointBeside(box(400, 570), size, 'bottom', view).top).toBe(534);
    expect(pointBeside(box(400, 4), size, 'top', view).top).toBe(30);
    expect(pointBeside(box(950, 300), size, 'right', view).left).toBe(844);
  });

  it('is moved along its anchor to stay in the window', () => {
    expect(pointBeside(box(0, 300), size, 'bottom', view).left).toBe(8);
    expect(pointBeside(box(980, 300), size, 'bottom', view).left).toBe(892);
  });
});

describe('Tooltip', () => {
  const pass = (milliseconds: number): void => {
    act(() => {
      jest.advanceTimersByTime(milliseconds);
    });
  };

  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  function renderTooltip(): HTMLElement {
    render(
      <Tooltip title="Only a manager can do this">
        <button type="button">Add</button>
      </Tooltip>,
    );
    return screen.getByRole('button', { name: 'Add' });
  }

  it('describes its child also while it is not shown', () => {
    expect(renderTooltip()).toHaveAccessibleDescription('Only a manager can do this');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('comes when the pointer rests, and not when it passes', () => {
    const button = renderTooltip();
    fireEvent.pointerEnter(button);
    pass(200);
    fireEvent.pointerLeave(button);
    pass(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    fireEvent.pointerEnter(button);
    pass(300);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Only a manager can do this');
  });

  it('stays while the pointer is on it, and goes after', () => {
    const button = renderTooltip();
    fireEvent.pointerEnter(button);
    pass(300);
    fireEvent.pointerLeave(button);
    fireEvent.pointerEnter(screen.getByRole('tooltip'));
    pass(5000);
    fireEvent.pointerLeave(screen.getByRole('tooltip'));
    pass(100);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a press of the button', () => fireEvent.pointerDown(screen.getByRole('button'))],
    ['scrolling', () => fireEvent.scroll(document)],
  ])('is put away by %s', (_, putAway) => {
    fireEvent.pointerEnter(renderTooltip());
    pass(300);
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
    putAway();
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('does not come under a finger', () => {
    const button = renderTooltip();
    // React makes its enter events of these; jsdom has no PointerEvent that would carry the kind of pointer.
    const touch = createEvent.pointerOver(button);
    Object.defineProperty(touch, 'pointerType', { value: 'touch' });
    fireEvent(button, touch);
    pass(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('lies inside the browser’s own dialog when its child does', () => {
    render(
      <dialog open>
        <Tooltip title="Show password" names>
          <button type="button" />
        </Tooltip>
      </dialog>,
    );
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Show password' }));
    pass(300);
    expect(screen.getByRole('dialog')).toContainElement(screen.getByRole('tooltip'));
  });

  it('is nothing without words', () => {
    render(
      <Tooltip title="">
        <button type="button">Add</button>
      </Tooltip>,
    );
    fireEvent.pointerEnter(screen.getByRole('button'));
    pass(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    expect(screen.getByRole('button')).not.toHaveAccessibleDescription();
  });
});
