import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Inputs without text worth keeping: searches, secrets, read-only fields. */
const NO_CONTENT =
  '[type=checkbox], [type=radio], [type=password], [type=search], [role=combobox], [autocomplete=one-time-code], [readonly]';

function isText(target: EventTarget): target is TextControl {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.matches(NO_CONTENT);
}

export interface TypedText {
  /** True while a field's text differs from when it received focus. */
  isTyped: boolean;
  /** Event handlers for the element around the fields. */
  handlers: Record<'onFocusCapture' | 'onKeyDownCapture' | 'onInput', (event: SyntheticEvent) => void>;
}

/** Detects typed text in all fields inside an element, so a dialog's content doesn't have to report it. */
export function useTypedText(): TypedText {
  const before = useRef(new Map<TextControl, string>());
  const [isTyped, setTyped] = useState(false);
  const compare = (): void => {
    for (const control of before.current.keys()) if (!control.isConnected) before.current.delete(control);
    setTyped([...before.current].some(([control, text]) => control.value !== text));
  };
  const remember = ({ target }: SyntheticEvent): void => {
    if (isText(target) && !before.current.has(target)) before.current.set(target, target.value);
  };
  // The dialog's next step has other fields.
  useEffect(compare);
  return { isTyped, handlers: { onFocusCapture: remember, onKeyDownCapture: remember, onInput: compare } };
}
