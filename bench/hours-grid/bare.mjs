// @ts-check
/** One field in an empty page: the cost of a keystroke without any grid. */
import { takeKeys } from './measured.mjs';

const field = document.createElement('input');
/** @type {HTMLElement} */ (document.getElementById('root')).append(field);

Object.assign(globalThis, { bench: { ready: () => true, begin: () => field.focus(), keys: takeKeys } });
