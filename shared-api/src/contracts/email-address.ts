import * as z from 'zod/mini';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '../rules/email-address.js';

/** A person's email address. Surrounding spaces are removed. */
export const emailAddress = z
  .string()
  .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH), z.refine(isEmailAddress, 'Not an email address'));
