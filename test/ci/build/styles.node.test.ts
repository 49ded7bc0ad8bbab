import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minifyStyle } from '../../../ci/build/styles.ts';

test('removes a style sheet’s comments and indentation, and nothing else', () => {
  const style = `
  /* One line; { and */
  .shell > :not(hw-chat),
  .top .row {
    padding: max(8px, calc(1rem - 2px)) 0;
    content: 'a: b, {c}; ' / '';
    font: ${'${unsafeCSS(size)}'} serif;
  }
  @media ${'${unsafeCSS(NARROW)}'} {
    ${'${sheets}'} {
      flex: none;
    }
  }
`;
  assert.equal(
    minifyStyle(style),
    " .shell > :not(hw-chat),.top .row{padding:max(8px,calc(1rem - 2px)) 0;content:'a: b, {c}; ' / '';font:${unsafeCSS(size)} serif;}" +
      '@media ${unsafeCSS(NARROW)}{${sheets}{flex:none;}}',
  );
});
