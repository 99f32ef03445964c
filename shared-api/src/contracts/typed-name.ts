/** Names that people type, of themselves and of things. */
import * as z from 'zod/mini';
import { isOneLine, isVisible, NOT_ONE_LINE } from '../rules/person-name.js';

/** A name that one line of a screen shows as it is. Surrounding spaces are dropped. */
export const typedName = (maxLength: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.maxLength(maxLength),
      z.refine(isVisible, 'Enter a name'),
      z.refine(isOneLine, NOT_ONE_LINE),
    );
