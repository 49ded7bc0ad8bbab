import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minifyStyle, withoutIndentation } from '../../../ci/build/styles.ts';

test('removes a style sheet’s comments and indentation, and nothing else', () => {
  const style = `
  /* One line; { and */
  .shell > :not(hw-chat),
  .top .row {
    padding: max(8px, calc(1rem - 2px)) 0;
    content: 'a: b, {c}; ( ;} ) ' / '';
    color: var( --hw-text, light-dark(#000000, #ffeedd) ) !important;
    margin: 10.5px 0 0.5em;
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
    " .shell > :not(hw-chat),.top .row{padding:max(8px,calc(1rem - 2px)) 0;content:'a: b, {c}; ( ;} ) ' / '';" +
      'color:var(--hw-text,light-dark(#000,#fed))!important;margin:10.5px 0 .5em;font:${unsafeCSS(size)} serif}' +
      '@media ${unsafeCSS(NARROW)}{${sheets}{flex:none}}',
  );
});

test('removes indentation from templates, and no line break', () => {
  const template = 'html`<ul>\n      <li>a b  c</li>\n\t\t${list}\n    </ul>`';
  assert.equal(withoutIndentation(template), 'html`<ul>\n<li>a b  c</li>\n${list}\n</ul>`');
});
