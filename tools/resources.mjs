// @ts-check
/** Resources that a test or a measurement has started and must release. */
export class Resources {
  /** @type {(() => unknown)[]} */
  #releases = [];

  /**
   * @template Resource
   * @param {Resource} resource
   * @param {(resource: Resource) => unknown} release
   * @returns {Resource} the same resource
   */
  keep(resource, release) {
    this.#releases.push(() => release(resource));
    return resource;
  }

  /** Releases everything once, the last resource first, also when one of the releases throws. */
  async release() {
    const release = this.#releases.pop();
    if (!release) return;
    try {
      await release();
    } finally {
      await this.release();
    }
  }
}

/**
 * Runs work and then releases its resources, also when one of them doesn't start. A failed clean-up is printed and
 * fails the process, but never replaces the result or the error of the work.
 *
 * @template Result
 * @param {(resources: Resources) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withResources(work) {
  const resources = new Resources();
  try {
    return await work(resources);
  } finally {
    await resources.release().catch((error) => {
      console.error('Clean-up failed:', error);
      process.exitCode = 1;
    });
  }
}
