import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { expect, row, test } from './console';

// Movement is tested here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Returns a short drive through Limerick, with a point each second. */
const track = (points: number): string => {
  const point = (i: number) => {
    const time = new Date(Date.UTC(2019, 1, 18, 7, 45, i)).toISOString();
    return `<trkpt lat="${(52.6291 + i * 0.001).toFixed(6)}" lon="${(-8.6617 - i * 0.001).toFixed(6)}"><time>${time}</time></trkpt>`;
  };
  const all = Array.from({ length: points }, (_, i) => point(i)).join('\n');
  return `<?xml version="1.0"?><gpx><trk><trkseg>${all}</trkseg></trk></gpx>`;
};

const replay = (dataDir: string, file: string) =>
  new Promise<string>((resolve, reject) => {
    const run = spawn(
      process.execPath,
      ['dist/server/replay.js', file, '--sn', 'REPLAY01', '--speed', '2'],
      { env: { ...process.env, DATA_DIR: dataDir } },
    );
    let output = '';
    run.stdout.on('data', (chunk) => (output += chunk));
    run.stderr.on('data', (chunk) => (output += chunk));
    run.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });

test(
  'a recorded track moves its lock on the map, and its records stay',
  { tag: '@long' },
  async ({ page, console }, info) => {
    await console.openAs('harbour', '/mapWorld');
    const file = info.outputPath('limerick.gpx');
    await writeFile(file, track(20));
    const search = page.getByRole('combobox', { name: 'Search locks and places' });
    await search.fill('REPLAY01');
    await page.getByRole('option', { name: /REPLAY01/ }).click();
    const card = page
      .getByRole('dialog', { name: /REPLAY01/ })
      .or(page.getByRole('region', { name: /REPLAY01/ }));
    await expect(card).toContainText('Offline');
    const done = replay(console.dataDir, file);
    await expect(card).toContainText('Online');
    await expect(card).toContainText('52.6');
    const seen = (await card.textContent()) ?? '';
    await expect(card).not.toHaveText(seen);
    expect(await done).toContain('20 of 20 points');
    await expect(card).toContainText('52.648100, -8.680700');

    await console.go('/deviceLocationRecord');
    await page.getByRole('textbox', { name: 'Lock' }).fill('REPLAY01');
    await expect(page.getByText('1–20 of 20')).toBeVisible();
    const place = row(page, 'REPLAY01')
      .first()
      .getByText(/km [NSEW]{1,2} of Limerick$|^Limerick$/);
    await place.hover();
    await expect(page.getByRole('tooltip')).toHaveText(/Limerick · 52\.648100, -8\.680700$/);
  },
);
