// @ts-check
/**
 * Changes to the text of a file. A change may move a part of the file: the text of the part is read with the changes inside
 * it, so that nested elements can be rewritten independently.
 */

/** @typedef {{start: number, end: number, make: () => string}} Edit */

export class Edits {
  /** @type {Edit[]} */
  #edits = [];
  #text;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /** @param {number} start @param {number} end @param {string | (() => string)} replacement */
  replace(start, end, replacement) {
    this.#edits.push({ start, end, make: typeof replacement === 'string' ? () => replacement : replacement });
  }

  /** @param {number} position @param {string | (() => string)} text */
  insert(position, text) {
    this.replace(position, position, text);
  }

  /**
   * The text of a part, with the changes inside it. An insertion at its border belongs to what is around it.
   * @param {number} start
   * @param {number} end
   * @returns {string}
   */
  textOf(start, end) {
    const inside = this.#edits.filter(
      (edit) =>
        edit.start >= start &&
        edit.end <= end &&
        !(edit.start === edit.end && (edit.start === start || edit.end === end)),
    );
    return this.#apply(inside, start, end);
  }

  /** The whole text, changed. */
  result() {
    return this.#apply(this.#edits, 0, this.#text.length);
  }

  /** @param {Edit[]} edits @param {number} start @param {number} end */
  #apply(edits, start, end) {
    const sorted = [...edits].sort((one, other) => one.start - other.start || other.end - one.end);
    let at = start;
    let text = '';
    for (const edit of sorted) {
      // Inside a part that an earlier change has replaced or moved.
      if (edit.start < at) continue;
      text += this.#text.slice(at, edit.start) + edit.make();
      at = edit.end;
    }
    return text + this.#text.slice(at, end);
  }
}
