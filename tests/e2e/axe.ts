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

/** Waits until whatever appears or leaves has done so: colours in between are nobody's. */
const waitUntilSettled = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const endless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      return animation.playState !== 'running' || endless;
    }),
  );

/**
 * What axe finds on the page as it is now: rule and the first element that breaks it.
 * @param without rules that do not apply
 */
export const violations = async (page: Page, ...without: string[]): Promise<string[]> => {
  await waitUntilSettled(page);
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  // Not by a script element, which the console's policy refuses: a window that ignores it shares nothing with the others.
  if (!hasAxe) await page.evaluate(source);
  const axeResults = await page.evaluate(async (off) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
    // No page has frames, and none asks how its style sheets turn on a phone.
    const only = { resultTypes: ['violations'], iframes: false, preload: false };
    // Pages of other tabs are kept, and out of sight, and what lies under a dialog is out of reach: each was looked at
    // while it was shown.
    const context = { exclude: [['[style*="display: none"]'], ['#root[aria-hidden="true"]']] };
    return (await axe.run(context, { rules, ...only })).violations;
  }, without);
  return axeResults.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
};

/** By how much the page is wider than the window, px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
