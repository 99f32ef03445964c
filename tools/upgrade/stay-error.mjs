// @ts-check

/** A place that can't be rewritten safely. The name then keeps its former import in the whole file. */
export class StayError extends Error {
  /** @param {import('typescript').Node} node @param {string} reason */
  constructor(node, reason) {
    super(reason);
    this.node = node;
  }
}
