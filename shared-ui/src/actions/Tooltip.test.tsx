import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { tooltipPosition } from './tooltip-position';
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

describe('pointBeside', () => {
  it('centers the tooltip next to its anchor', () => {
    expect(tooltipPosition(box(400, 300), size, 'bottom', view)).toEqual({ left: 370, top: 326 });
    expect(tooltipPosition(box(400, 300), size, 'top', view)).toEqual({ left: 370, top: 264 });
    expect(tooltipPosition(box(400, 300), size, 'right', view)).toEqual({ left: 446, top: 295 });
    expect(tooltipPosition(box(400, 300), size, 'left', view)).toEqual({ left: 294, top: 295 });
  });

  it('switches to the other side when there is no room', () => {
    expect(tooltipPosition(box(400, 570), size, 'bottom', view).top).toBe(534);
    expect(tooltipPosition(box(400, 4), size, 'top', view).top).toBe(30);
    expect(tooltipPosition(box(950, 300), size, 'right', view).left).toBe(844);
  });

  it('moves along the anchor to stay in the window', () => {
    expect(tooltipPosition(box(0, 300), size, 'bottom', view).left).toBe(8);
    expect(tooltipPosition(box(980, 300), size, 'bottom', view).left).toBe(892);
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

  it('describes its child even while hidden', () => {
    expect(renderTooltip()).toHaveAccessibleDescription('Only a manager can do this');
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('opens when the pointer rests, not when it passes', () => {
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

  it('stays open while the pointer is on it and closes afterwards', () => {
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
  ])('closes on %s', (_, putAway) => {
    fireEvent.pointerEnter(renderTooltip());
    pass(300);
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
    putAway();
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('does not open on touch', () => {
    const button = renderTooltip();
    // React makes its enter events of these; jsdom has no PointerEvent that would carry the kind of pointer.
    const touch = createEvent.pointerOver(button);
    Object.defineProperty(touch, 'pointerType', { value: 'touch' });
    fireEvent(button, touch);
    pass(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('renders inside the native dialog that contains its child', () => {
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

  it('renders nothing without a text', () => {
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
