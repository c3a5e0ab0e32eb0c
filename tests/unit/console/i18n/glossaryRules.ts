import type { Text } from './catalogues';

/** Form that a text must not have, with a text that has it. */
export interface Rule {
  readonly name: string;
  readonly breaks: (text: Text) => boolean;
  readonly example: readonly [en: string, zh: string];
}

/** Words with a capital letter: names, days, and the names of pages and buttons that texts quote. */
const NAMES = new Set(
  (
    'GeoJSON Bluetooth Traccar Amap Baidu Google Maps Cloud Tiles Jointech Sealdesk Excel Natural Earth Asia Shanghai English ' +
    'Chinese Android iPhone iPad Mon Tue Wed Thu Fri Sat Sun Monday Tuesday Wednesday Thursday Friday Saturday Sunday ' +
    'Alarm Alarms Bulk Cancel Change Password Command Connect Devices Effective Enter Export Home Map Menus Open Reports ' +
    'Save Saved Send Sleeping Stop Unknown Days Lock No'
  ).split(' '),
);

const sentences = (en: string) =>
  en.replace(/“[^”]*”|\([^)]*\)/g, ' ').split(/[.?!…:]\s+|\|\|\|\|/);

/** Returns the words of a text behind the first of each sentence, without what is quoted or in brackets. */
const innerWords = (en: string) =>
  sentences(en).flatMap((sentence) => sentence.trim().split(/\s+/).slice(1));

const english =
  (pattern: RegExp, but = /$^/) =>
  ({ en }: Text) =>
    pattern.test(en) && !but.test(en);

const chinese =
  (pattern: RegExp) =>
  ({ zh }: Text) =>
    pattern.test(zh);

const placeholders = (text: string) =>
  [...new Set(text.match(/%\{\w+\}/g))]
    .filter((each) => each !== '%{smart_count}')
    .sort()
    .join();

/** Nouns that are counted. */
const COUNTED = 'record|lock|device|row|alarm|setting|minute|day|hour|report|result|error|export';

/** Forms that are typed as they stand, with half-width signs in Chinese, too. */
const TYPED_FORMS = /纬度, 经度|周一, 周二|时:分(:秒)?/g;

export const rules: readonly Rule[] = [
  {
    name: 'no capital letter within a sentence',
    breaks: ({ en }) =>
      innerWords(en).some((word) => {
        const [name = ''] = /^[A-Z][a-z][A-Za-z]*/.exec(word) ?? [];
        return name !== '' && !NAMES.has(name);
      }),
    example: ['New Device', '新建设备'],
  },
  {
    name: 'no colon between a verb and its object',
    breaks: english(
      /^(New|Edit|Import|Change|Set|Copy|Copied|Export|Exported|Preview|Make): |: done\b|^%\{action\}: |^%\{(name|command|what|to|fields)\}: (?!%)/,
    ),
    example: ['Edit: %{title}', '编辑%{title}'],
  },
  {
    name: 'no colon for a full stop or “because”',
    breaks: english(
      / [a-z]+: (a|an|the|it|its|they|there|this|that|what|you|no|none|set|enter|add|see|ask|search|send|only|some|at most|draw|choose|yours)\b/,
    ),
    example: ['Not set up: the server needs a key', '未配置：服务器需要密钥'],
  },
  {
    name: 'no colon at the end',
    breaks: english(/:\s*$/, /missing key is:$|^Now:$|^When you opened it:$/),
    example: ['The reason is:', '原因：'],
  },
  {
    name: 'no semicolon',
    breaks: english(/;/, /the arrow shows/),
    example: ['0 to 15; higher is more sensitive', '0 至 15，数值越大越灵敏'],
  },
  {
    name: 'no “somebody”, “nobody”, “whoever”, “told”',
    breaks: english(/\b(some|no|any|every)body\b|\bwhoever\b|\btold\b/i),
    example: ['Somebody else changed it', '已被他人修改'],
  },
  { name: 'no “please”', breaks: english(/\bplease\b/i), example: ['Please try again', '请重试'] },
  {
    name: 'no word that the glossary replaces',
    breaks: english(
      /\b(at most|under way|in force|cut off|left out|go on|goes on|of others|pick|take away|not known|is good for|as it is|as they are|dealt with|run into|not any more|are taken|(is|are) listed here|make (a|like|others|these)|has to|there is no such|say (who|why|which)|chosen|kinds?)\b/i,
    ),
    example: ['At most 3 numbers', '最多 3 个号码'],
  },
  {
    name: 'no “it” or “its” before its noun',
    breaks: english(/^(It|Its|They|Those) /),
    example: ['It does not match', '不一致'],
  },
  {
    name: 'British spelling',
    breaks: english(/\b(color|organization|center|canceled|meters?|license[ds]?|recogniz)/i),
    example: ['Pick a color', '选择颜色'],
  },
  {
    name: 'typographic quotation marks',
    breaks: english(/["']/),
    example: ["The lock's SN", '设备号'],
  },
  { name: 'no exclamation mark', breaks: english(/!/), example: ['Done!', '已完成'] },
  {
    name: 'a space before a unit',
    breaks: english(/\d(km|min|MB|ms|kg)\b/),
    example: ['Up to 5MB', '最大 5 MB'],
  },
  {
    name: 'plural forms of what is counted',
    breaks: ({ en, key }) =>
      new RegExp(`%\\{smart_count\\} (${COUNTED})s?\\b`).test(en) &&
      !en.includes('||||') &&
      !/^maps\.mirror\.group$|^dashboard\.lastDays$|^[^.]*\.(all|run)$|^entity\.remove\.doneAll$/.test(
        key,
      ),
    example: ['%{smart_count} locks', '%{smart_count} 台设备'],
  },
  {
    name: 'plural forms that differ',
    breaks: ({ en }) => {
      const [one, many] = en.split(' |||| ');
      return many !== undefined && one === many && /[a-z]{3,}s\b/.test(one ?? '');
    },
    example: ['%{smart_count} locks |||| %{smart_count} locks', '%{smart_count} 台设备'],
  },
  {
    name: 'the same placeholders in both languages',
    // A form for one record may name it; Chinese has the form for many.
    breaks: ({ en, zh }) => placeholders(en.split('||||').at(-1) ?? '') !== placeholders(zh),
    example: ['%{name} exported', '已导出'],
  },
  {
    name: 'one form in Chinese',
    breaks: chinese(/\|\|\|\|/),
    example: ['%{smart_count} lock |||| %{smart_count} locks', '1 台 |||| 多台'],
  },
  {
    name: 'full-width punctuation in Chinese',
    breaks: ({ zh }) =>
      /\p{Script=Han}[,;:!?]|[,;:!?]\p{Script=Han}/u.test(zh.replace(TYPED_FORMS, '')),
    example: ['Not found. Try again.', '未找到,请重试。'],
  },
  {
    name: 'no exclamation mark in Chinese',
    breaks: chinese(/[!！]/),
    example: ['Done', '已完成！'],
  },
  {
    name: 'a number stands apart from the Chinese beside it',
    breaks: chinese(/\d(?=\p{Script=Han})|\p{Script=Han}(?=\d)/u),
    example: ['24 hours', '24小时'],
  },
];
