/** Names that people type for themselves and for things. */
import * as z from 'zod/mini';
import { isOneLine, isVisible, NOT_ONE_LINE } from '../rules/person-name.js';

/** A name that can be displayed unchanged on one line. Surrounding spaces are removed. */
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
