/** Every text of this module that a person reads, by feature. */
import { phoneNumbersMessages } from './phone-numbers/messages';

export const messages = { phoneNumbers: phoneNumbersMessages } as const;
