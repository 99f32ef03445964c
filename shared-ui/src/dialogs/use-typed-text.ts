import { type SyntheticEvent, useEffect, useRef, useState } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Texts that are nothing to keep: searches, secrets, and what can't be changed. */
const NO_CONTENT =
  '[type=checkbox], [type=radio], [type=password], [type=search], [role=combobox], [autocomplete=one-time-code], [readonly]';

function isText(target: EventTarget): target is TextControl {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.matches(NO_CONTENT);
}

export interface TypedText {
  /** True while a field has another text than when the person came to it. */
  isTyped: boolean;
  /** Handlers of the element around the fields. */
  handlers: Record<'onFocusCapture' | 'onKeyDownCapture' | 'onInput', (event: SyntheticEvent) => void>;
}

/** Notices typed text of all fields inside an element, so that a dialog knows it without its content saying so. */
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
  // The next step of a dialog has other fields.
  useEffect(compare);
  return { isTyped, handlers: { onFocusCapture: remember, onKeyDownCapture: remember, onInput: compare } };
}
