// @ts-check
/** 40 of MUI's own text fields, each with its own state: the least that a form of this size costs. */
import { createElement, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleTheme } from 'shared-ui';
import { FormControl, FormHelperText, FormLabel, OutlinedInput } from 'shared-ui/forms';

const FIELDS = 40;

/** @param {{number: number}} props */
function Field({ number }) {
  const id = useId();
  const [text, setText] = useState('Bright Smiles');
  return createElement(
    FormControl,
    null,
    createElement(FormLabel, { htmlFor: id }, `Field ${number}`),
    createElement(OutlinedInput, {
      id,
      value: text,
      onChange: (/** @type {import('react').ChangeEvent<HTMLInputElement>} */ event) => setText(event.target.value),
    }),
    createElement(FormHelperText, null, 'Help'),
  );
}

createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  createElement(ConsoleTheme, {
    nonce: '',
    root: true,
    children: Array.from({ length: FIELDS }, (_, at) => createElement(Field, { key: at, number: at + 1 })),
  }),
);
