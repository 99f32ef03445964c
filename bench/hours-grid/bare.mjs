// @ts-check
/** One field in an empty page: what a keystroke costs before any grid. */
import { takeKeys } from './measured.mjs';

const field = document.createElement('input');
/** @type {HTMLElement} */ (document.getElementById('root')).append(field);

Object.assign(globalThis, { bench: { ready: () => true, begin: () => field.focus(), keys: takeKeys } });
