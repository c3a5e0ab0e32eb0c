import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: Violation[] }>;
}

/** Waits until all animations have ended, because colours in between would fail. */
const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return animation.playState !== 'running' || endless;
    }),
  );

/**
 * Runs axe on the current page.
 * @returns each broken rule with its first element
 * @param without rules that do not apply
 */
export const violations = async (page: Page, ...without: string[]): Promise<string[]> => {
  await waitUntilSettled(page);
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  // Not with a script element, which the console's CSP refuses. Ignoring the CSP would need a separate window.
  if (!hasAxe) await page.evaluate(source);
  const axeResults = await page.evaluate(async (off) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
    // No page has frames or depends on the orientation, so these checks are skipped.
    const only = { resultTypes: ['violations'], iframes: false, preload: false };
    // Kept pages of other tabs are hidden, and content under a dialog is inert. Both were checked while they were
    // shown.
    const context = { exclude: [['[style*="display: none"]'], ['#root[aria-hidden="true"]']] };
    // Data that arrives meanwhile may change colours, whose transitions would pass through others.
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    const { violations } = await axe.run(context, { rules, ...only });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    return violations;
  }, without);
  return axeResults.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
};

/** Returns by how much the page is wider than the window, px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
