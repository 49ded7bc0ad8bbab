import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanName, isReservedName, lookOf } from '../../../data/presence/names.ts';

const clean: Readonly<Record<string, string>> = {
  '  Ada\tLovelace\n': 'Ada Lovelace',
  𝐓immy: 'Timmy',
  Ｔｉｍｍｙ: 'Timmy',
  // Fillers of Hangul, a combining grapheme joiner, and a tag.
  'A\u115fd\u1160a\u3164\uffa0': 'Ada',
  '\u115f': '',
  'A\u034fda\u{e0041}': 'Ada',
  [`a${'\u0300'.repeat(12)}`]: 'à\u0300\u0300',
  [`a${'\u0300\u200d'.repeat(12)}`]: 'à\u200d\u0300\u200d\u0300',
  '\u0300\u0301Ada': 'Ada',
  '\u2800\u2800': '',
  // Scripts with marks, and emoji, stay as they are.
  'Nguyễn Ái': 'Nguyễn Ái',
  विष्णु: 'विष्णु',
  ยิ้ม: 'ยิ้ม',
  נִקּוּד: 'נִקּוּד',
  'Ada ❤️‍🔥 👩🏽‍🚀': 'Ada ❤️‍🔥 👩🏽‍🚀',
  // The home itself writes such a number behind two equal names.
  'Ada (428005)': 'Ada',
  'Ada（４２８００５）': 'Ada',
  'Ada [7] ( 7 ) ': 'Ada',
  'Ada (42)\u0300': 'Ada',
  '(42)': '',
  'A very long name (428005) ': 'A very long name',
  'Ada (Rome)': 'Ada (Rome)',
  'Ada 42': 'Ada 42',
  // A letter that NFKC expands to eighteen letters.
  ﷺﷺ: 'صلى الله عليه وسلمصلى ال',
};
for (const [typed, name] of Object.entries(clean))
  test(`${JSON.stringify(typed)} is the name ${JSON.stringify(name)}`, () => {
    assert.equal(cleanName(typed), name.normalize('NFKC'));
    assert.equal(cleanName(cleanName(typed)), cleanName(typed));
    assert.ok(cleanName(typed).length <= 24);
  });

test('names that look equal have one look', () => {
  for (const [one, ...others] of [
    ['Ada', 'Аda', 'ADA', 'аԁа', 'Ädá', 'A d\ufe0fa', 'ɑda'],
    ['Timmy', 'Tirnmy', 'TIMMY', 'Τіmmу', 'Tlmmy', 'T1mmy', 'ᴛɪᴍᴍʏ'],
    ['NOAH', 'ΝΟΑΗ', 'noah', 'поah'],
    ['owner', '0wner', 'оwпеr', 'ovvner', 'Øwner'],
  ])
    for (const other of others)
      assert.equal(lookOf(other).replaceAll(' ', ''), lookOf(one ?? ''), `${other} and ${one}`);
  for (const [one, other] of [
    ['Ada', 'Adam'],
    ['राम', 'रमा'],
    ['Юля', 'Яна'],
    ['李', '王'],
  ] as const)
    assert.notEqual(lookOf(one), lookOf(other));
});

test('the names of the resident and of the owner are reserved, however they are written', () => {
  for (const name of [
    'Timmy',
    'TIMMY',
    'T i m m y',
    'Timmy ✓',
    '★Timmy★',
    'Timmy 2',
    'Τіmmу',
    'Tirnmy',
    'Owner',
    'Owner ✓',
    'Owner!',
    'Owner1',
    'Timmy!',
    'the owner',
    '0wner',
    'оwner of the home',
    'Admin',
    'Moderator Bob',
    'VISITOR',
    'A visitor',
    'You',
    'System',
    'Resident',
    'Timmy the resident',
    'TIMMY (resident)',
    'The resident',
    'Ꭲimmy',
    'ꭲimmy',
    'Ⲧimmy',
    '𐊗immy',
    '🆃🅸🅼🅼🆈',
    '🅣🅘🅜🅜🅨',
    '🇹🇮🇲🇲🇾',
    'Tꙇmmy',
    'T|mmy',
    'ꓔꓲꓟꓟꓬ',
    'ᎢᎥᎷᎷᎩ',
    'the 🇴🇼🇳🇪🇷',
    'O w n e r',
    'O.w.n.e.r',
    'the o-w-n-e-r',
    'Ow ner',
    'Owners',
    'homeowner',
    'The Homeowners',
    'Timmy AI',
    'The Timmy',
    'Timmy Jones',
    'Timmy’s friend',
    'real T.i.m.m.y here',
    'Tɨmmy',
    'Ƭimmy',
    'ƭimmy',
  ])
    assert.ok(isReservedName(cleanName(name), 'Timmy'), name);
  for (const name of [
    '',
    'Ada',
    'Tim',
    'Timmys',
    'Timmyra Jones',
    'President Bob',
    'A B C',
    'Residence',
    '🇩🇪',
    'Downer',
    'Badminton',
    'Youri',
    '42',
    'Visitor 12',
    '🐱',
    'Тимофей',
  ])
    assert.ok(!isReservedName(name, 'Timmy'), name);
  assert.ok(isReservedName('Home Spirit', 'home spirit'));
  assert.ok(isReservedName('the HomeSpirit', 'Home Spirit'));
  assert.ok(!isReservedName('Spirit', 'Home Spirit'));
  assert.ok(isReservedName('🅻ily', 'Lily'));
  assert.ok(!isReservedName('', '🏠'));
  assert.ok(!isReservedName('🐱', '🏠'));
});

test('a resident who is called by a common word or by two letters leaves that word to the names of visitors', () => {
  for (const [resident, reserved, free] of [
    ['Home', ['Home', 'HOME 2', 'H o m e', 'The Home', 'Home AI'], ['Sweet Home', 'Home Cook', 'Homer']],
    ['Al', ['Al', 'The Al', 'A.l.'], ['Big Al', 'Al Green', 'Alice']],
  ] as const) {
    for (const name of reserved) assert.ok(isReservedName(name, resident), name);
    for (const name of free) assert.ok(!isReservedName(name, resident), name);
  }
});
