/** Collects what the content security policy of the console blocks. */
import type { Page } from '@playwright/test';

/**
 * Call it before the first page opens.
 *
 * @returns the violations so far in all documents of the page, as `directive: URI`
 */
export async function policyViolations(page: Page): Promise<() => readonly string[]> {
  const found: string[] = [];
  await page.exposeFunction('reportPolicyViolation', (violation: string) => found.push(violation));
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
        const { reportPolicyViolation } = window as unknown as { reportPolicyViolation: (text: string) => void };
        reportPolicyViolation(`${effectiveDirective}: ${blockedURI} (${sourceFile}:${lineNumber})`);
      },
    );
  });
  return () => found;
}
