import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * What axe finds on the page as it is now: rule and the first element that breaks it. Needs `bypassCSP`.
 * @param without rules that do not apply
 */
export const violations = async (page: Page, ...without: string[]): Promise<string[]> => {
  await page.addScriptTag({ path });
  const found = await page.evaluate(async (off) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
    return (await axe.run({ rules })).violations;
  }, without);
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
};
