import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationUrl } from '../../../data/travel/destination.ts';

const BASE = 'https://home.example/';

test('accepts http(s) addresses and paths of the home', () => {
  for (const [address, href] of [
    ['https://world.example/a?b=c#d', 'https://world.example/a?b=c#d'],
    ['HTTP://world.example', 'http://world.example/'],
    ['/heartbeat.html', 'https://home.example/heartbeat.html'],
    ['/../..//x', 'https://home.example//x'],
  ] as const)
    assert.equal(destinationUrl(address, BASE)?.href, href);
});

test('refuses every other address, however it is written', () => {
  for (const address of [
    '',
    'world.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://home.example/x',
    'http:world.example',
    '//world.example',
    '/\t/world.example',
    '/\n/world.example',
    '/\r/world.example',
    '/\\world.example',
    '\\\\world.example',
    ' https://world.example',
    'https://home.example@world.example',
    'https://ada:secret@world.example',
    'https://world\n.example',
    'https://',
  ])
    assert.equal(destinationUrl(address, BASE), undefined, JSON.stringify(address));
});
