/** All screen texts of this module, by feature. */
import { phoneNumbersMessages } from './phone-numbers/messages';

export const messages = { phoneNumbers: phoneNumbersMessages } as const;
