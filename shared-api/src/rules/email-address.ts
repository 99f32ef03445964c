/**
 * Addresses of people, with letters of any script (RFC 6531). Quoted local parts and addresses of machines by number are refused,
 * as mail providers do.
 */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu;

// Letters of these look like those of the others: `аdmin@` with a Cyrillic letter is another address.
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

const mixesLookAlikes = (part: string): boolean => LOOK_ALIKES.filter((script) => script.test(part)).length > 1;

export const MAX_EMAIL_LENGTH = 320;

/** True for an address that an account can have. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text) && !text.split(/[@.]/).some(mixesLookAlikes);
